import { requestReview } from '#server/store/restriction-reviews.ts';
import { giveUpInvoice } from '#server/billing/invoices/write-off.ts';
import { refundPayment } from '#tests/support/refund-payment.ts';
import { PlatformError } from '#server/platform-error.ts';
import { creditEntries, postToLedger } from '#server/store/ledger.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { testCard } from '#tests/support/payer.ts';
import { anyCard } from './change-acts.ts';
import type { Act, Hand } from './hand.ts';

async function topUpWith(hand: Hand, card: string): Promise<string> {
  const { random, payer, ask } = hand;
  const body = { amount: random.pick([100, 250]), payment_method_id: card, hcaptcha_token: payer.captcha() };
  const { status, body: response } = await ask('POST', '/billing/credits/top-up', body);
  if (typeof response.payment_intent_secret === 'string') hand.secret = response.payment_intent_secret;
  return `${body.amount} ${status}`;
}

export const topUp: Act = async (hand) => topUpWith(hand, await anyCard(hand));

export const topUpAndDispute: Act = async (hand) => topUpWith(hand, await hand.payer.card(testCard.isDisputed));

export const chooseCard: Act = async ({ ask, random }) => {
  const listed = (await ask('GET', '/payments')).body.data as readonly { id: string }[];
  if (listed.length === 0) return '';
  const { status } = await ask('PUT', '/payments/default', { payment_method_id: random.pick(listed).id });
  return String(status);
};

const ownPayments = ({ rows, slug }: Hand) =>
  rows<{ id: string; intent: string; amount: number }>(
    `select p.id, p.intent_id as intent, p.amount_cents::int as amount from payments p join organizations o on o.id = p.organization_id
      where o.slug = '${slug}' and p.state = 'succeeded' and p.intent_id is not null order by p.created_at, p.id`,
  );

const organizationId = async ({ rows, slug }: Hand): Promise<number> =>
  (await rows<{ id: number }>(`select id from organizations where slug = '${slug}'`))[0]?.id ?? 0;

const partOf = ({ random }: Hand, amount: number): number => (random.chance(0.5) ? amount : 1 + random.below(amount));

export const refundByStaff: Act = async (hand) => {
  const paid = await ownPayments(hand);
  if (paid.length === 0) return '';
  const { id: paymentId, amount } = hand.random.pick(paid);
  const amountCents = partOf(hand, amount);
  const request = { organizationId: await organizationId(hand), paymentId, amountCents, reason: 'Refunded by staff' };
  const refused = (error: unknown): string => {
    if (error instanceof PlatformError) return error.code;
    throw error;
  };
  return `${amountCents} ${await refundPayment(hand.platform.context.paymentContext, request).then(() => 'given', refused)}`;
};

async function giveUpOn(hand: Hand, as: 'forgiven' | 'written_off'): Promise<string> {
  const { random, platform, rows, slug } = hand;
  const unpaid = await rows<{ id: string }>(
    `select i.id from invoices i join organizations o on o.id = i.organization_id
      where o.slug = '${slug}' and i.status in ('open', 'issued', 'uncollectible') order by i.id`,
  );
  if (unpaid.length === 0) return '';
  const { db, clock } = platform.context;
  const forgiven = {
    organizationId: await organizationId(hand),
    invoiceId: random.pick(unpaid).id,
    as,
    at: new Date(clock.nowMs()),
  };
  return db.transaction(async (tx) => {
    await lockOrganization(tx, forgiven.organizationId);
    const isDone = await giveUpInvoice(tx, forgiven);
    await requestReview(tx, forgiven.organizationId, clock.nowSeconds());
    return `${forgiven.invoiceId} ${isDone}`;
  });
}

export const forgiveInvoice: Act = (hand) => giveUpOn(hand, 'forgiven');

export const writeOffInvoice: Act = (hand) => giveUpOn(hand, 'written_off');

/** This refund does not call the platform, so the platform can't refuse it. */
export const refundAtGateway: Act = async (hand) => {
  const { random, platform, newName } = hand;
  const paid = await ownPayments(hand);
  if (paid.length === 0) return '';
  const { intent, amount } = random.pick(paid);
  const amountCents = partOf(hand, amount);
  const refunded = await platform.context.paymentContext.gateway.createRefund(
    { paymentId: intent, amountCents, metadata: {} },
    `refund-${newName()}`,
  );
  return `${amountCents} ${refunded.ok ? 'given' : refunded.error.kind}`;
};

export const closeDispute: Act = async (hand) => {
  const { random, payer } = hand;
  const ownPaymentIds = new Set((await ownPayments(hand)).map(({ id }) => id));
  const log = payer.sandbox.money().filter(({ metadata }) => ownPaymentIds.has(metadata['payment'] ?? ''));
  const closed = new Set(log.flatMap(({ kind, related }) => (kind === 'dispute_won' || kind === 'dispute_lost' ? related : [])));
  const open = log.filter(({ kind, related }) => kind === 'dispute_opened' && !closed.has(related));
  if (open.length === 0) return '';
  const outcome = random.pick(['won', 'lost']);
  const body = new URLSearchParams({ id: random.pick(open).related ?? '', outcome });
  const url = `http://sandbox.invalid${payer.sandbox.basePath}/inspector/disputes`;
  const { status } = await payer.sandbox.fetch(new Request(url, { method: 'POST', body, headers: { Origin: 'http://sandbox.invalid' } }));
  return `${outcome} ${status}`;
};

async function giveCredit(hand: Hand, cents: number): Promise<string> {
  const { platform, newName } = hand;
  const { db, clock } = platform.context;
  await postToLedger(db, [
    {
      organizationId: await organizationId(hand),
      businessKey: `credit:${newName()}`,
      description: 'Goodwill',
      occurredAt: new Date(clock.nowMs()),
      entries: creditEntries('goodwill', cents),
    },
  ]);
  return String(cents);
}

/** The credit is a small amount, or nearly the price of a plan, so that almost nothing remains to pay. */
export const giveGoodwill: Act = (hand) => giveCredit(hand, hand.random.pick([1, 700, 2490, 2451, 2499, 59_870]));

export const payInvoice: Act = async (hand) => {
  const { ask, random, payer } = hand;
  const outstanding = (
    (await ask('GET', '/billing/invoices?limit=20')).body as readonly { id: string; status: string; amount_due: number }[]
  ).filter(({ status, amount_due }) => ['open', 'issued', 'uncollectible'].includes(status) && amount_due > 0);
  if (outstanding.length === 0) return '';
  const { status, body } = await ask('GET', `/billing/invoices/${random.pick(outstanding).id}/payment-link`);
  if (status !== 200) return `${status}`;
  const fields = { name: 'Ada', number: '4242424242424242', expiry: '12 / 39', cvc: '123', country: 'US', postalCode: '94107' };
  const url = `http://sandbox.invalid${new URL(body.redirectUrl as string).pathname}`;
  const paid = await payer.sandbox.fetch(new Request(url, { method: 'POST', body: new URLSearchParams(fields) }));
  return `paid ${paid.status}`;
};
