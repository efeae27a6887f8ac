/** What a plan or spend-cap change costs: the charge of today, the usage so far, and the months after. */
import { type Charge, chargeFor, settleInvoice, unusedValueCents } from '#lib/charge.ts';
import { cycleAt } from '#lib/dates/cycle.ts';
import { sumCents } from '#lib/money.ts';
import type { Steps } from '#lib/steps.ts';
import type { PriceBook } from './book/price-book.ts';
import { type BillingPeriod, billSteps, planPriceAfterDiscounts } from './bill.ts';
import { DomainError } from './errors.ts';
import { bringsFinalInvoice, spendCapSteps } from './invoice.ts';
import type { InvoiceLine, LineDiscount } from './lines.ts';
import { capOnAt, type Cycle } from './periods.ts';
import { changeDirection, type PlanId, planOfTier, planPriceCents, type Tier } from './plans.ts';
import type { ContractTerms } from './rates.ts';
import { type FeePayment, splitUnusedValue, type UnusedValue } from './unused-value.ts';
import type { RunningResource } from './usage.ts';

/** The money side of a subscription at one instant. */
export type Account = {
  period: BillingPeriod;
  /** What was charged for the plan in this period, before credits: the value of its whole time. */
  planFeeChargedCents: number;
  /** How far the invoice of that fee is paid; absent where the whole fee was collected. */
  feePayment?: FeePayment | null | undefined;
  /** What banks have withdrawn of other payments beyond the credit that is held for it: new credit is held too. */
  disputedElsewhereCents?: number;
  /** Positive is credit, negative is debt. */
  balanceCents: number;
  carriedOver: readonly InvoiceLine[];
};

export type ChangeTarget = {
  tier: Tier;
  /** The version in force now: a change of plan begins a cycle. */
  book: PriceBook;
  contract?: ContractTerms | undefined;
  /** The discounts in force when the cycle that the change begins starts: those of the running cycle may have ended. */
  discounts: readonly LineDiscount[];
  /** The change waits for the end of the cycle (hosting-provider partner going down). */
  atCycleEnd?: boolean;
};

export type Settlement = ReturnType<typeof settleInvoice>;

/** Usage before the change: on which invoice it will be, and what is to be paid for it now, if anything. */
export type UsageSoFar = {
  lines: readonly InvoiceLine[];
  totalCents: number;
  invoicedOn: 'next_invoice' | 'final_invoice' | 'invoice_now';
  settlement: Settlement | null;
};

export type PlanChangeQuote = {
  kind: 'plan_change';
  direction: 'upgrade' | 'downgrade';
  planId: PlanId;
  spendCapOn: boolean;
  effectiveAtSeconds: number;
  /** null: nothing is charged today, the change waits for the end of the cycle. */
  charge: Charge | null;
  /** The value of the old plan's unused time. What was collected of it is in the charge. */
  unused: UnusedValue;
  /** New credit that can't be spent while a dispute is open. */
  heldCents: number;
  /** The cycle that the change starts. */
  cycle: Cycle;
  usageSoFar: UsageSoFar;
};

export type SpendCapQuote = { kind: 'spend_cap'; planId: PlanId; spendCapOn: boolean; effectiveAtSeconds: number; usageSoFar: UsageSoFar };

export type ChangeQuote = PlanChangeQuote | SpendCapQuote;

/** The hosting-provider partner moves down at the end of the cycle; everyone else at once. */
export const waitsForCycleEnd = (partner: string | undefined, direction: 'upgrade' | 'downgrade'): boolean =>
  partner === 'fly' && direction === 'downgrade';

const total = (lines: readonly InvoiceLine[]): number => sumCents(lines.map(({ amountCents }) => amountCents));

/** Where nothing is invoiced now, nothing is due now: neither usage nor debt. */
const onNextInvoice = (lines: readonly InvoiceLine[]): UsageSoFar => ({
  lines,
  totalCents: total(lines),
  invoicedOn: 'next_invoice',
  settlement: null,
});

function invoicedNow(invoicedOn: 'final_invoice' | 'invoice_now', lines: readonly InvoiceLine[], balanceCents: number): UsageSoFar {
  const totalCents = total(lines);
  return { lines, totalCents, invoicedOn, settlement: settleInvoice(totalCents, balanceCents) };
}

function* quoteSpendCap(account: Account, spendCapOn: boolean, nowSeconds: number): Steps<SpendCapQuote> {
  const invoice = yield* spendCapSteps(account.period, spendCapOn, nowSeconds);
  return {
    kind: 'spend_cap',
    planId: account.period.planId,
    spendCapOn,
    effectiveAtSeconds: nowSeconds,
    usageSoFar: invoice ? invoicedNow('invoice_now', invoice, account.balanceCents) : onNextInvoice([]),
  };
}

/** Usage of the cycle that the change closes, together with what earlier changes carried over. */
function* closedUsage({ period, carriedOver }: Account, nowSeconds: number): Steps<InvoiceLine[]> {
  const closed = { ...period, cycle: { ...period.cycle, closedAtSeconds: nowSeconds }, running: [] };
  return [...carriedOver, ...(yield* billSteps(closed, nowSeconds)).lines];
}

const noValue: UnusedValue = { collectedCents: 0, unpaidCents: 0, disputedCents: 0 };

/** The unused time of the running plan at an instant, by what was collected of its fee. */
function unusedValue({ period: { cycle }, planFeeChargedCents, feePayment }: Account, nowSeconds: number): UnusedValue {
  const valueCents = unusedValueCents(planFeeChargedCents, cycle.startSeconds, cycle.endSeconds, nowSeconds);
  return feePayment ? splitUnusedValue(valueCents, feePayment) : { ...noValue, collectedCents: valueCents };
}

/** How much of the credit that a change gives is held for disputes of other payments. */
function heldOf({ disputedElsewhereCents = 0 }: Account, { unusedCents, planPriceCents, balanceAfterCents }: Charge): number {
  return Math.max(0, Math.min(disputedElsewhereCents, unusedCents - planPriceCents, balanceAfterCents));
}

function* quoteAtCycleEnd(
  account: Account,
  target: { planId: PlanId; spendCapOn: boolean },
  direction: 'upgrade' | 'downgrade',
  nowSeconds: number,
): Steps<PlanChangeQuote> {
  const { endSeconds } = account.period.cycle;
  const lines = [...account.carriedOver, ...(yield* billSteps(account.period, nowSeconds)).lines];
  return {
    kind: 'plan_change',
    direction,
    ...target,
    effectiveAtSeconds: endSeconds,
    charge: null,
    unused: noValue,
    heldCents: 0,
    cycle: cycleAt(endSeconds, endSeconds),
    usageSoFar: onNextInvoice(lines),
  };
}

/**
 * Quotes a change at `nowSeconds`, the instant that the formula and the new cycle go by. Throws DomainError when the tier
 * is the current one, when a price is missing, or when now is outside the cycle.
 */
export function* quoteSteps(
  account: Account,
  { tier, book, contract, discounts, atCycleEnd = false }: ChangeTarget,
  nowSeconds: number,
): Steps<ChangeQuote> {
  const { period, balanceCents } = account;
  const { startSeconds: periodStartSeconds, endSeconds: periodEndSeconds } = period.cycle;
  if (nowSeconds < periodStartSeconds || nowSeconds >= periodEndSeconds) {
    throw new DomainError('outside_cycle', 'now', 'The change must lie within the running billing cycle');
  }
  const { planId, spendCapOn } = planOfTier(tier);
  const direction = changeDirection(period.planId, planId);
  if (!direction) {
    if (planId !== 'pro' || capOnAt(period.cap, nowSeconds) === spendCapOn)
      throw new DomainError('same_tier', 'tier', 'The organization is on this plan already');
    return yield* quoteSpendCap(account, spendCapOn, nowSeconds);
  }
  if (atCycleEnd) return yield* quoteAtCycleEnd(account, { planId, spendCapOn }, direction, nowSeconds);

  const newPriceCents = planPriceAfterDiscounts(planPriceCents(book, planId, contract?.planPriceCents), discounts).amountCents;
  const unused = unusedValue(account, nowSeconds);
  const charge = chargeFor(newPriceCents, unused.collectedCents, balanceCents);
  const heldCents = heldOf(account, charge);
  const lines = yield* closedUsage(account, nowSeconds);
  return {
    kind: 'plan_change',
    direction,
    planId,
    spendCapOn,
    effectiveAtSeconds: nowSeconds,
    charge,
    unused,
    heldCents,
    cycle: cycleAt(nowSeconds, nowSeconds),
    usageSoFar: bringsFinalInvoice(period.planId, planId)
      ? invoicedNow('final_invoice', lines, charge.balanceAfterCents - heldCents)
      : onNextInvoice(lines),
  };
}

export type MonthlyEstimate = { lines: InvoiceLine[]; totalCents: number };

/** The plan that an estimate is of. */
export type EstimateTerms = Pick<BillingPeriod, 'planId' | 'book' | 'contract' | 'discounts' | 'mfaPhoneEnabledAt'> & {
  spendCapOn: boolean;
};

/**
 * A whole cycle of a plan with what runs now, in cents: the fee, and every running resource at its level, less Compute Credits. Throws
 * DomainError for a price that only a contract can give.
 */
export function* estimateSteps(
  { spendCapOn, ...terms }: EstimateTerms,
  running: readonly RunningResource[],
  cycle: Cycle,
): Steps<MonthlyEstimate & { planFeeCents: number }> {
  const { startSeconds: fromSeconds, endSeconds: untilSeconds } = cycle;
  const entries = running.map((resource) => ({ ...resource, fromSeconds, untilSeconds }));
  const cap = { initiallyOn: spendCapOn, changes: [] };
  const { lines, totalCents } = yield* billSteps({ ...terms, cycle, cap, invoiced: [], entries }, untilSeconds);
  const { planId, book, contract, discounts } = terms;
  const planFeeCents = planPriceAfterDiscounts(planPriceCents(book, planId, contract?.planPriceCents), discounts).amountCents;
  return { lines, planFeeCents, totalCents: totalCents + planFeeCents };
}
