import type { Shape, Tier } from '#contract/types.ts';
import { changeRefusal } from '#server/domain/change-rules.ts';
import { planOfTier } from '#server/domain/plans.ts';
import { PlatformError } from '#server/http/platform-error.ts';
import { changeFacts } from '#server/store/change-facts.ts';
import { findChange, insertChange, openChange } from '#server/store/changes.ts';
import type { Database } from '#server/store/database.ts';
import { instantOf, secondsOf } from '#server/store/instants.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { insertPayment, latestPayment, livePayment } from '#server/store/payments.ts';
import { findQuote, type QuoteRow } from '#server/store/quotes.ts';
import { applyChange } from './apply-change.ts';
import { runAttempt, type Asked, type Given } from './attempt.ts';
import { saveBillingDetails } from './billing-details.ts';
import { chooseMethod, keepMethod, methodToCharge, type ChosenMethod } from './chosen-method.ts';
import { later, nowOf, type Money } from './context.ts';
import { newId } from './ids.ts';
import { refuseMembersOverLimit } from './members-over-limit.ts';
import { cancel, charge, declined } from './pay.ts';
import { priceChange, type PricedChange } from './price-change.ts';
import { PriceChanged, priceByQuote, priceNow, pricingFailure, quoteView } from './quotes.ts';

type Body = Shape<'SubscriptionUpdate'>;

/** How long a payer has for a challenge or another card. */
const payLifeMs = 15 * 60_000;

interface ChangeRequest extends Asked {
  readonly organizationId: number;
  readonly memberId: number;
  readonly body: Body;
}

/** Changes the plan or the spend cap. Answers with a secret while the payment waits for its payer, with null when done. */
export function updateSubscription(money: Money, request: ChangeRequest): Promise<Given> {
  return runAttempt(money, request, {
    begin: (note) => begin(money, request, note),
    finish: (changeId) => finish(money, changeId),
  });
}

async function begin(money: Money, request: ChangeRequest, note: (tx: Database, subject: string) => Promise<void>): Promise<string> {
  const { organizationId, body } = request;
  await refuseByRule(money.db, organizationId, body.tier);
  await clearWay(money, organizationId);
  const chosen =
    body.payment_method === undefined ? null : await chooseMethod(money, organizationId, body.payment_method, 'body.payment_method');
  await saveBillingDetails(money, organizationId, { billing_name: body.billing_name, address: body.address, tax_id: body.tax_id });
  try {
    const method = chosen?.isNew ? await keptBefore(money, request, chosen) : chosen;
    return await money.db.transaction((tx) => open(tx, money, request, method, note));
  } catch (error) {
    if (error instanceof PriceChanged) throw await priceChanged(money, organizationId, body.tier);
    throw pricingFailure(error);
  }
}

/** A new card that nothing will be charged to is kept first, for the invoices to come: its bank may still refuse it. */
async function keptBefore(money: Money, { organizationId, body }: ChangeRequest, chosen: ChosenMethod): Promise<ChosenMethod> {
  const quote = body.quote_id === undefined ? null : await findQuote(money.db, organizationId, body.quote_id);
  const chargeCents = quote
    ? quote.totalCents
    : (await priceChange(money.db, organizationId, body.tier, money.clock.nowSeconds())).chargeCents;
  if (chargeCents > 0) return chosen;
  await keepMethod(money, organizationId, chosen.id);
  return { id: chosen.id, isNew: false };
}

async function refuseByRule(db: Database, organizationId: number, tier: Tier): Promise<void> {
  const facts = await changeFacts(db, organizationId);
  const refusal = changeRefusal(facts, tier);
  if (refusal) throw new PlatformError('rule_violated', refusal);
  if (facts.plan !== 'free' && planOfTier(tier).planId === 'free') await refuseMembersOverLimit(db, organizationId, facts.projectStatuses);
}

const pending = (): PlatformError =>
  new PlatformError(
    'conflict',
    'Another change is waiting for its payment. Continue or cancel it first, or wait until its bank has processed it.',
  );

/** A change whose last card was refused gives way to the next attempt; any other has to be finished first. */
async function clearWay(money: Money, organizationId: number): Promise<void> {
  const waiting = await openChange(money.db, organizationId);
  if (!waiting) return;
  const payment = await livePayment(money.db, { changeId: waiting.id });
  if (payment?.state === 'requires_method') await cancel(money, payment, 'canceled');
}

/** Under the organization's lock: checks again what may have moved, then writes down the change and what it will charge. */
async function open(
  tx: Database,
  money: Money,
  request: ChangeRequest,
  chosen: ChosenMethod | null,
  note: (tx: Database, subject: string) => Promise<void>,
): Promise<string> {
  const { organizationId, memberId, body } = request;
  await lockOrganization(tx, organizationId);
  await refuseByRule(tx, organizationId, body.tier);
  if (await openChange(tx, organizationId)) throw pending();

  const now = nowOf(money);
  const nowSeconds = secondsOf(now);
  const { priced, quote } = body.quote_id
    ? await priceByQuote(tx, organizationId, body.tier, body.quote_id, nowSeconds)
    : await priceNow(tx, organizationId, body.tier, nowSeconds);
  const { subscription } = priced.inputs;
  if (subscription.scheduledPlan === planOfTier(body.tier).planId && priced.quote.kind === 'plan_change')
    throw new PlatformError('rule_violated', 'This change is scheduled already');

  const paysByCard = priced.chargeCents > 0 && subscription.billingPartner === null && subscription.paymentMethodType === 'card';
  const method = paysByCard ? await methodToCharge(tx, organizationId, chosen, 'body.payment_method') : null;
  const change = await insertChange(tx, changeRow(priced, quote, { organizationId, memberId, now }));
  await note(tx, change.id);
  if (!method) await applyChange(tx, change, now, false);
  else
    await insertPayment(tx, {
      id: newId('pay'),
      organizationId,
      changeId: change.id,
      channel: 'intent',
      amountCents: priced.chargeCents,
      methodId: method.id,
      keepsMethod: method.isNew,
      offSession: false,
      createdAt: now,
      expiresAt: change.expiresAt,
    });
  return change.id;
}

function changeRow(
  { tier, quote: { kind, ...quote }, chargeCents, inputs }: PricedChange,
  { id, quotedAt }: QuoteRow,
  about: { organizationId: number; memberId: number; now: Date },
) {
  const charge = 'charge' in quote ? quote.charge : null;
  return {
    id: newId('chg'),
    organizationId: about.organizationId,
    memberId: about.memberId,
    quoteId: id,
    kind,
    tier,
    fromPlan: inputs.subscription.plan,
    fromUsageBilling: inputs.subscription.usageBillingEnabled,
    effectiveAt: instantOf(secondsOf(quotedAt)),
    expiresAt: later(about.now, payLifeMs),
    planPriceCents: charge?.planPriceCents ?? 0,
    unusedCents: charge?.unusedCents ?? 0,
    balanceAppliedCents: charge?.balanceAppliedCents ?? 0,
    chargeCents,
    createdAt: about.now,
  };
}

async function priceChanged(money: Money, organizationId: number, tier: Tier): Promise<PlatformError> {
  const { quote } = await priceNow(money.db, organizationId, tier, money.clock.nowSeconds()).catch((error: unknown) => {
    throw pricingFailure(error);
  });
  return new PlatformError('quote_changed', 'The price has changed since it was shown', { body: { quote: quoteView(quote) } });
}

/** Charges what is to be charged, and tells how the change stands. */
async function finish(money: Money, changeId: string): Promise<Given> {
  const waiting = await livePayment(money.db, { changeId });
  if (waiting?.state === 'sending') await charge(money, waiting);
  return answerOf(money, changeId);
}

async function answerOf({ db }: Money, changeId: string): Promise<Given> {
  const change = await findChange(db, changeId);
  const payment = await latestPayment(db, { changeId });
  switch (change?.state) {
    case 'applied':
    case 'scheduled':
      return { status: 200, data: { pending_payment_intent_secret: null } };
    case 'open':
      return { status: 200, data: { pending_payment_intent_secret: payment?.secret ?? null } };
    case 'failed':
      throw declined(payment?.failureCode ?? null, payment?.declineCode ?? null);
    default:
      throw new PlatformError('conflict', 'The change was canceled');
  }
}
