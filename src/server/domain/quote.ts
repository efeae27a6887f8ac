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

export type Account = {
  period: BillingPeriod;
  /** For the whole period, before credits. */
  planFeeChargedCents: number;
  /** Absent if the whole fee was collected. */
  feePayment?: FeePayment | null | undefined;
  /**
   * Cents that banks have withdrawn for disputes of other payments, minus the credit that is held for these disputes. New credit is held to
   * cover this amount.
   */
  disputedElsewhereCents?: number;
  /** Positive: credit of the organization. Negative: debt. */
  balanceCents: number;
  carriedOver: readonly InvoiceLine[];
};

export type ChangeTarget = {
  tier: Tier;
  /** Price book version that is in force now. The new cycle uses this version. */
  book: PriceBook;
  contract?: ContractTerms | undefined;
  /** Discounts at the start of the new cycle. Some discounts of the running cycle may have ended by then. */
  discounts: readonly LineDiscount[];
  /** True for a downgrade through the hosting partner, which takes effect at the end of the cycle. */
  atCycleEnd?: boolean;
};

export type Settlement = ReturnType<typeof settleInvoice>;

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
  /** Null if nothing is charged today, because the change takes effect at the end of the cycle. */
  charge: Charge | null;
  /** Unused time on the old plan. Only the collected part of the value reduces the charge. */
  unused: UnusedValue;
  /** New credit that cannot be spent while a dispute is open. */
  heldCents: number;
  cycle: Cycle;
  usageSoFar: UsageSoFar;
};

export type SpendCapQuote = { kind: 'spend_cap'; planId: PlanId; spendCapOn: boolean; effectiveAtSeconds: number; usageSoFar: UsageSoFar };

export type ChangeQuote = PlanChangeQuote | SpendCapQuote;

export const waitsForCycleEnd = (partner: string | undefined, direction: 'upgrade' | 'downgrade'): boolean =>
  partner === 'fly' && direction === 'downgrade';

const total = (lines: readonly InvoiceLine[]): number => sumCents(lines.map(({ amountCents }) => amountCents));

/** No invoice is issued now, so neither usage nor debt is due now. */
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

function* closedUsage({ period, carriedOver }: Account, nowSeconds: number): Steps<InvoiceLine[]> {
  const closed = { ...period, cycle: { ...period.cycle, closedAtSeconds: nowSeconds }, running: [] };
  return [...carriedOver, ...(yield* billSteps(closed, nowSeconds)).lines];
}

const noValue: UnusedValue = { collectedCents: 0, unpaidCents: 0, disputedCents: 0 };

function unusedValue({ period: { cycle }, planFeeChargedCents, feePayment }: Account, nowSeconds: number): UnusedValue {
  const valueCents = unusedValueCents(planFeeChargedCents, cycle.startSeconds, cycle.endSeconds, nowSeconds);
  return feePayment ? splitUnusedValue(valueCents, feePayment) : { ...noValue, collectedCents: valueCents };
}

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

/** @throws {DomainError} if the tier is the current tier, a price is missing, or `nowSeconds` is outside the cycle */
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

export type EstimateTerms = Pick<BillingPeriod, 'planId' | 'book' | 'contract' | 'discounts' | 'mfaPhoneEnabledAt'> & {
  spendCapOn: boolean;
};

/**
 * Cents per month: fee and resources at their current level, less Compute Credits.
 * @throws {DomainError} without a price
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
