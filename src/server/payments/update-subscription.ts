import type { PlanId, Shape, Tier } from '#contract/types.ts';
import { changeRefusal } from '#server/domain/change-rules.ts';
import { planOfTier } from '#server/domain/plans.ts';
import { PlatformError } from '#server/platform-error.ts';
import { changeFacts } from '#server/store/change-facts.ts';
import { type ChangeRow, findChange, insertChange, openChange } from '#server/store/changes.ts';
import { type Database, secondsOf } from '#server/database/database.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { insertPayment, latestPayment, livePayment, movePayment } from '#server/store/payments.ts';
import { findQuote } from '#server/store/quotes.ts';
import { applyChange } from './apply-change.ts';
import { type IdempotentAnswer, type IdempotentRequest, runIdempotent } from './idempotent-request.ts';
import { saveBillingDetails } from './billing-details.ts';
import { countAttach, refuseCardTesting, refusedPayment } from './card-testing.ts';
import { type ChosenMethod, chooseMethod, keepMethod, methodToCharge } from './chosen-method.ts';
import { type PaymentContext, nowOf } from './context.ts';
import { askGateway, refuseChargesWhilePaused } from './gateway-calls.ts';
import { newId } from './ids.ts';
import { FeePageOpen, openPageOfFee, withFeePageClosed } from './invoices/payment-link.ts';
import { passCaptcha, refuseMembersOverLimit, refuseOverLimit } from './guards.ts';
import { cancelPayment, chargePayment } from './charge.ts';
import { declinedError, notApplied } from './declines.ts';
import { changeRow, isPaidByCard, priceChange } from './price-change.ts';
import { completeProposal, proposalOfQuote } from './proposals.ts';
import { PriceChanged, chargeOf, dueNowOf, priceByQuote, priceNow, pricingFailure, quoteView } from './quotes.ts';
import { invoiceSums } from '#server/store/invoices/invoices.ts';

type Amounts = NonNullable<Shape<'SubscriptionUpdated'>['amounts']>;

async function amountsOf(
  db: Database,
  { organizationId, chargeCents, balanceAppliedCents, invoiceId, usageInvoiceId }: ChangeRow,
): Promise<Amounts> {
  const changeSums = invoiceId === null ? null : await invoiceSums(db, organizationId, invoiceId);
  const usage = usageInvoiceId === null ? null : await invoiceSums(db, organizationId, usageInvoiceId);
  return {
    charge_cents: chargeCents,
    usage_due_cents: usage?.amountDueCents ?? 0,
    carried_cents: (changeSums?.carriedCents ?? 0) + (usage?.carriedCents ?? 0),
    // New credit first pays the debt of the balance. Only the rest is shown as credit.
    credited_cents: Math.max(0, Math.min(0, balanceAppliedCents) - (changeSums?.subtotalCents ?? 0)),
  };
}

type Body = Shape<'SubscriptionUpdate'>;

interface ChangeRequest extends IdempotentRequest {
  readonly body: Body;
}

/** The response contains a secret while the payment waits for its payer. The secret is null if the change is applied or scheduled. */
export function updateSubscription(payments: PaymentContext, request: ChangeRequest): Promise<IdempotentAnswer> {
  return runIdempotent(payments, request, {
    begin: (recordSubject) => begin(payments, request, recordSubject),
    finish: (changeId) => finish(payments, request.organizationId, changeId),
  });
}

async function begin(
  payments: PaymentContext,
  request: ChangeRequest,
  recordSubject: (tx: Database, subject: string) => Promise<void>,
): Promise<string> {
  const { organizationId, body } = request;
  const plan = await refuseByRule(payments.db, organizationId, body.tier);
  await clearWay(payments, organizationId);
  await guardCard(payments, request);
  const chosen =
    body.payment_method === undefined ? null : await chooseMethod(payments, request, body.payment_method, 'body.payment_method');
  await saveBillingDetails(payments, organizationId, { billing_name: body.billing_name, address: body.address, tax_id: body.tax_id });
  let method = chosen;
  try {
    if (chosen?.isNew) method = await keptBefore(payments, request, chosen);
    const work = () => payments.db.transaction((tx) => open(tx, payments, request, method, recordSubject));
    return planOfTier(body.tier).planId === plan ? await work() : await withFeePageClosed(payments, organizationId, work);
  } catch (error) {
    await dropSetup(payments, method);
    if (error instanceof PriceChanged) throw await priceChanged(payments, request);
    throw pricingFailure(error);
  }
}

/** Attaches the new card before a change without a charge. If the bank refuses the card, nothing is changed. */
async function keptBefore(payments: PaymentContext, request: ChangeRequest, chosen: ChosenMethod): Promise<ChosenMethod> {
  const { organizationId, body } = request;
  const quote = body.quote_id === undefined ? null : await findQuote(payments.db, organizationId, body.quote_id);
  const chargeCents = quote
    ? chargeOf(quote)
    : (await priceChange(payments.db, organizationId, body.tier, payments.clock.nowSeconds())).chargeCents;
  if (chargeCents > 0) return chosen;
  await countAttach(payments.db, request, chosen.id, body.hcaptcha_token !== undefined);
  const setup = await keepMethod(payments, request, chosen.id);
  return setup ? { ...chosen, setup } : { id: chosen.id, isNew: false };
}

/** Cancels the card setup of a change that did not begin. Errors do no harm, because no browser has received the secret. */
async function dropSetup({ gateway }: PaymentContext, method: ChosenMethod | null): Promise<void> {
  const setup = method?.setup;
  if (setup) await askGateway(() => gateway.cancelSetup(setup.id));
}

/** After several refused cards, a change with a card needs a captcha token. */
async function guardCard(payments: PaymentContext, request: ChangeRequest): Promise<void> {
  const { organizationId, idempotencyKey, body } = request;
  const { hcaptcha_token: token } = body;
  if (token !== undefined) await passCaptcha(payments, { organizationId, key: idempotencyKey }, token, 'body.hcaptcha_token');
  if (body.payment_method !== undefined) await refuseCardTesting(payments.db, request, token !== undefined);
}

async function refuseByRule(db: Database, organizationId: number, tier: Tier): Promise<PlanId> {
  const facts = await changeFacts(db, organizationId);
  const refusal = changeRefusal(facts, tier);
  if (refusal) throw new PlatformError('rule_violated', refusal);
  if (facts.plan !== 'free' && planOfTier(tier).planId === 'free') await refuseMembersOverLimit(db, organizationId, facts.projectStatuses);
  return facts.plan;
}

const pending = (): PlatformError =>
  new PlatformError(
    'conflict',
    'Another change is waiting for its payment. Continue or cancel it first, or wait until its bank has processed it.',
  );

async function clearWay(payments: PaymentContext, organizationId: number): Promise<void> {
  const waiting = await openChange(payments.db, organizationId);
  if (!waiting) return;
  const payment = await livePayment(payments.db, { organizationId, changeId: waiting.id });
  if (payment?.state === 'requires_method') await cancelPayment(payments, payment, 'canceled');
}

/** Checks everything again under the organization lock, then stores the change and its payment. */
async function open(
  tx: Database,
  payments: PaymentContext,
  request: ChangeRequest,
  chosen: ChosenMethod | null,
  recordSubject: (tx: Database, subject: string) => Promise<void>,
): Promise<string> {
  const { organizationId, memberId, body } = request;
  await lockOrganization(tx, organizationId);
  await refuseByRule(tx, organizationId, body.tier);
  if (await openChange(tx, organizationId)) throw pending();

  const now = nowOf(payments);
  const nowSeconds = secondsOf(now);
  const { priced, quote } = body.quote_id
    ? await priceByQuote(tx, organizationId, body.tier, body.quote_id, nowSeconds)
    : await priceNow(tx, organizationId, body.tier, nowSeconds);
  if (priced.quote.kind === 'plan_change' && (await openPageOfFee(tx, organizationId))) throw new FeePageOpen();
  const { subscription } = priced.inputs;
  if (subscription.scheduledPlan === planOfTier(body.tier).planId && priced.quote.kind === 'plan_change')
    throw new PlatformError('rule_violated', 'This change is scheduled already');

  await refuseOverLimit(tx, organizationId, { tier: body.tier, capOn: !subscription.usageBillingEnabled }, nowSeconds);

  const paysByCard = isPaidByCard(priced);
  // The card was set up for a change that charged nothing, but the change now charges an amount.
  if (paysByCard && chosen?.setup) throw new PriceChanged();
  // Checks the limits again under the lock, so that concurrent requests are counted one after the other.
  if (paysByCard) await refuseCardTesting(tx, request, body.hcaptcha_token !== undefined);
  const method = paysByCard ? await methodToCharge(tx, organizationId, chosen, 'body.payment_method') : null;
  if (method) await refuseChargesWhilePaused({ ...payments, db: tx });
  const change = await insertChange(
    tx,
    changeRow(priced, quote, { organizationId, memberId, now, awaitsSetup: chosen?.setup !== undefined }),
  );
  if (quote.proposalId !== null) {
    const agreed = { subject: change.id, dueCents: dueNowOf(priced) };
    await completeProposal(tx, { organizationId, id: quote.proposalId, tier: body.tier }, agreed, nowSeconds);
  }
  await recordSubject(tx, change.id);
  const about = { id: newId('pay'), organizationId, changeId: change.id, offSession: false, createdAt: now, expiresAt: change.expiresAt };
  if (method) {
    const { id: methodId, isNew } = method;
    await insertPayment(tx, { ...about, channel: 'intent', amountCents: priced.chargeCents, methodId, keepsMethod: isNew });
  } else if (chosen?.setup) {
    const { id: methodId, setup } = chosen;
    const waiting = await insertPayment(tx, { ...about, channel: 'setup', amountCents: 0, methodId, keepsMethod: true });
    await movePayment(tx, waiting, { state: 'requires_action', intentId: setup.id, secret: setup.secret });
  } else await applyChange(tx, change, now, 'nothing');
  return change.id;
}

async function priceChanged({ db, clock }: PaymentContext, { organizationId, body }: ChangeRequest): Promise<PlatformError> {
  const proposalId = await proposalOfQuote(db, organizationId, body.quote_id);
  const { quote } = await priceNow(db, organizationId, body.tier, clock.nowSeconds(), proposalId).catch((error: unknown) => {
    throw pricingFailure(error);
  });
  return new PlatformError('quote_changed', 'The price has changed since it was shown', { body: { quote: quoteView(quote) } });
}

async function finish(payments: PaymentContext, organizationId: number, changeId: string): Promise<IdempotentAnswer> {
  const waiting = await livePayment(payments.db, { organizationId, changeId });
  if (waiting?.state === 'sending') await chargePayment(payments, waiting);
  return answerOf(payments, organizationId, changeId);
}

async function answerOf({ db }: PaymentContext, organizationId: number, changeId: string): Promise<IdempotentAnswer> {
  const change = await findChange(db, { organizationId, id: changeId });
  const payment = await latestPayment(db, { organizationId, changeId });
  switch (change?.state) {
    case 'applied':
    case 'scheduled':
      return { status: 200, data: { pending_payment_intent_secret: null, amounts: await amountsOf(db, change) } };
    case 'open':
      return { status: 200, data: { pending_payment_intent_secret: payment?.secret ?? null } };
    case 'failed':
      if (change.failureReason !== null) throw notApplied(change.failureReason, change.chargeCents > 0);
      throw payment ? await refusedPayment(db, payment) : declinedError(null, null);
    default:
      throw new PlatformError('conflict', 'The change was canceled');
  }
}
