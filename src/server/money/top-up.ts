import type { Shape } from '#contract/types.ts';
import { CENTS_PER_DOLLAR, formatWholeDollars } from '#lib/money.ts';
import { isLive } from '#server/domain/change-states.ts';
import { PlatformError } from '#server/http/platform-error.ts';
import type { Database } from '#server/store/database.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { insertPayment, insertTopUp, latestPayment, unpassedTopUps, type PaymentRow } from '#server/store/payments.ts';
import { runAttempt, type Asked, type Given } from './attempt.ts';
import { saveBillingDetails } from './billing-details.ts';
import { passCaptcha } from './captcha.ts';
import { chooseMethod, methodToCharge, type ChosenMethod } from './chosen-method.ts';
import { later, nowOf, type Money } from './context.ts';
import { newId } from './ids.ts';
import { cancel, charge, declined, refresh } from './pay.ts';
import { countAgainst } from './rate-limit.ts';

type Body = Shape<'TopUpRequest'>;

const payLifeMs = 15 * 60_000;

interface TopUpRequest extends Asked {
  readonly memberId: number;
  readonly body: Body;
}

/** Buys credit. It is in the books when the payment has succeeded, and not before. */
export function topUp(money: Money, request: TopUpRequest): Promise<Given> {
  return runAttempt(money, request, {
    begin: (note) => begin(money, request, note),
    finish: (topUpId) => finish(money, topUpId),
    // Until credit is bought or refused, whoever asks again is told how it stands by then.
    isPending: ({ data }) => (data as Shape<'TopUp'>).status !== 'succeeded',
  });
}

async function begin(
  money: Money,
  { organizationId, memberId, body }: TopUpRequest,
  note: (tx: Database, subject: string) => Promise<void>,
): Promise<string> {
  await countAgainst(money, 'top_up', organizationId);
  await passCaptcha(money, body.hcaptcha_token, 'body.hcaptcha_token');
  const chosen = await chooseMethod(money, organizationId, body.payment_method_id, 'body.payment_method_id');
  await saveBillingDetails(money, organizationId, { billing_name: body.billing_name, address: body.address, tax_id: body.tax_id });
  await giveUpUnpassed(money, organizationId, memberId);
  return money.db.transaction((tx) =>
    open(tx, money, { organizationId, memberId, amountCents: body.amount * CENTS_PER_DOLLAR }, chosen, note),
  );
}

/**
 * Whoever begins anew has turned away from the challenge of the top-up before: it is called off, so that it can't be paid as well.
 * Where the gateway can't be reached it waits for its end, uncharged.
 * @throws {PlatformError} 409 when it was paid after all: nobody buys twice unasked
 */
async function giveUpUnpassed(money: Money, organizationId: number, memberId: number): Promise<void> {
  for (const payment of await unpassedTopUps(money.db, organizationId, memberId)) {
    const ended = await cancel(money, payment, 'canceled');
    if (ended?.state !== 'succeeded' && ended?.state !== 'processing') continue;
    const paid = ended.state === 'succeeded' ? 'has just been paid' : 'is being processed by the bank';
    throw new PlatformError('conflict', `This top-up was not begun: an earlier one of ${formatWholeDollars(payment.amountCents)} ${paid}`);
  }
}

async function open(
  tx: Database,
  money: Money,
  { organizationId, memberId, amountCents }: { organizationId: number; memberId: number; amountCents: number },
  chosen: ChosenMethod,
  note: (tx: Database, subject: string) => Promise<void>,
): Promise<string> {
  await lockOrganization(tx, organizationId);
  const method = await methodToCharge(tx, organizationId, chosen, 'body.payment_method_id');
  const createdAt = nowOf(money);
  const expiresAt = later(createdAt, payLifeMs);
  const id = newId('tu');
  await insertTopUp(tx, { id, organizationId, memberId, amountCents, createdAt, expiresAt });
  await insertPayment(tx, {
    id: newId('pay'),
    organizationId,
    topUpId: id,
    channel: 'intent',
    amountCents,
    methodId: method.id,
    keepsMethod: method.isNew,
    offSession: false,
    createdAt,
    expiresAt,
  });
  await note(tx, id);
  return id;
}

async function finish(money: Money, topUpId: string): Promise<Given> {
  const before = await latestPayment(money.db, { topUpId });
  if (!before) throw new Error(`Top-up ${topUpId} has no payment`);
  return answerOf(money, before.state === 'sending' ? await charge(money, before) : await current(money, before));
}

async function answerOf(money: Money, payment: PaymentRow): Promise<Given> {
  switch (payment.state) {
    case 'succeeded':
      return { status: 201, data: { status: 'succeeded' } };
    case 'processing':
      return { status: 201, data: { status: 'processing' } };
    case 'requires_action':
      return { status: 201, data: { status: 'requires_action', ...secretOf(payment.secret) } };
    case 'requires_method':
      return refuse(money, payment);
    case 'failed':
      throw declined(payment.failureCode, payment.declineCode);
    default:
      throw new PlatformError('conflict', 'The top-up was canceled');
  }
}

/** A card that was refused after its challenge, or late, ends the attempt as one does that is refused at once. */
async function refuse(money: Money, payment: PaymentRow): Promise<Given> {
  const ended = await cancel(money, payment, 'canceled');
  if (ended === null || ended.state === 'requires_method')
    throw new PlatformError('payment_outcome_unknown', 'The payment provider could not be reached. Check again in a moment.');
  if (ended.state !== 'canceled') return answerOf(money, ended);
  throw declined(payment.failureCode, payment.declineCode);
}

/** As the gateway has it; as it is stored, where the gateway can't say. */
const current = async (money: Money, payment: PaymentRow): Promise<PaymentRow> =>
  (isLive(payment.state) ? await refresh(money, payment) : null) ?? payment;

const secretOf = (secret: string | null) => (secret === null ? {} : { payment_intent_secret: secret });
