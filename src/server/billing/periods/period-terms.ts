import type { PlanId } from '#contract/types.ts';
import type { Discount } from '#lib/charge-line.ts';
import type { BillingPeriod } from '#server/domain/bill.ts';
import type { PriceBook } from '#server/domain/book/price-book.ts';
import { limitsFrom, type LimitTimeline } from '#server/domain/budget/spending-limit.ts';
import { capOfNewCycle } from '#server/domain/change-timing.ts';
import type { InvoiceLine, LineDiscount } from '#server/domain/lines.ts';
import { type CapTimeline, capOnAt } from '#server/domain/periods.ts';
import { type ContractTerms, contractAt } from '#server/domain/rates.ts';
import { type Database, secondsOf } from '#server/database/database.ts';
import { readLine, storedLine } from '#server/database/line-format.ts';
import { type BilledSubscription, type PeriodRow, savePricedLines } from '#server/store/billing-periods.ts';
import { bookInForce } from '#server/store/books/price-book-pinning.ts';

export const discountOf = ({
  basisPoints,
  amountCents,
}: Pick<BilledSubscription['discounts'][number], 'basisPoints' | 'amountCents'>): Discount =>
  basisPoints === null ? { amountCents: amountCents ?? 0 } : { basisPoints };

export const discountsAt = ({ discounts: rows }: Pick<BilledSubscription, 'discounts'>, atSeconds: number): LineDiscount[] =>
  rows
    .filter(({ startsAt, endsAt }) => startsAt <= atSeconds && (endsAt === null || endsAt > atSeconds))
    .map((row) => ({ key: row.key, discount: discountOf(row) }));

export interface PeriodTerms {
  readonly planId: PlanId;
  /** True if overage is charged because the spend cap is off. If the cap changes in the period, this is the last state. */
  readonly usageBillingEnabled: boolean;
  readonly cap: CapTimeline;
  readonly contract: ContractTerms | null;
  /** Price book in force at the start of the period. Its prices apply to the whole period. */
  readonly book: PriceBook;
  readonly limits: LimitTimeline;
  readonly discounts: readonly LineDiscount[];
  readonly isScheduled: boolean;
}

export interface ChangeIntoPeriod {
  readonly planId: PlanId;
  readonly usageBillingEnabled: boolean;
  /**
   * Time at which the change takes effect. If the change waited for a payment, this is after the start of the period, and the old spend cap
   * applies until then.
   */
  readonly effectSeconds?: number;
}

/** Cap and limit changes of the previous period; null if the period is the organization's first one. */
export type PeriodBefore = Pick<PeriodRow, 'capInitiallyOn' | 'capChanges' | 'limitChanges'> | null;

function heldFrom(
  { plan, usageBillingEnabled, scheduledAt, scheduledPlan, scheduledUsageBilling }: BilledSubscription,
  startSeconds: number,
): Pick<PeriodTerms, 'planId' | 'usageBillingEnabled' | 'isScheduled'> {
  if (scheduledAt === null || scheduledPlan === null || secondsOf(scheduledAt) > startSeconds)
    return { planId: plan, usageBillingEnabled, isScheduled: false };
  return { planId: scheduledPlan, usageBillingEnabled: scheduledUsageBilling ?? false, isScheduled: true };
}

function composeTerms(
  subscription: BilledSubscription,
  before: PeriodBefore,
  startSeconds: number,
  book: PriceBook,
  change?: ChangeIntoPeriod,
): PeriodTerms {
  const held = change ? { ...change, isScheduled: false } : heldFrom(subscription, startSeconds);
  const { planId, usageBillingEnabled, isScheduled } = held;
  const capOn = !usageBillingEnabled;
  const wasOn = before ? capOnAt({ initiallyOn: before.capInitiallyOn, changes: before.capChanges }, startSeconds) : capOn;
  return {
    planId,
    usageBillingEnabled,
    isScheduled,
    cap: capOfNewCycle(wasOn, capOn, startSeconds, change?.effectSeconds ?? startSeconds),
    contract: contractAt(subscription, startSeconds),
    book,
    limits: limitsFrom(before?.limitChanges ?? [], startSeconds),
    discounts: discountsAt(subscription, startSeconds),
  };
}

/** The result does not depend on the time of the call. @param change absent for a renewal or the first period */
export const termsOfPeriodFrom = async (
  db: Database,
  subscription: BilledSubscription,
  before: PeriodBefore,
  startSeconds: number,
  change?: ChangeIntoPeriod,
): Promise<PeriodTerms> => composeTerms(subscription, before, startSeconds, await bookInForce(db, startSeconds), change);

export const termsOfRenewal = (subscription: BilledSubscription, before: PeriodBefore): PeriodTerms =>
  composeTerms(subscription, before, secondsOf(subscription.currentPeriodEnd), subscription.renewalBook);

export function periodTerms(
  row: Omit<PeriodRow, 'isOnInvoice'>,
  subscription: BilledSubscription,
  book: PriceBook,
): Omit<BillingPeriod, 'entries' | 'invoiced'> {
  const startSeconds = secondsOf(row.startsAt);
  const endSeconds = secondsOf(row.endsAt);
  const closedAtSeconds = row.closedAt === null ? endSeconds : secondsOf(row.closedAt);
  return {
    planId: row.plan,
    book,
    cycle: { startSeconds, endSeconds, ...(closedAtSeconds < endSeconds ? { closedAtSeconds } : {}) },
    cap: { initiallyOn: row.capInitiallyOn, changes: row.capChanges },
    contract: row.contract ?? undefined,
    discounts: discountsAt(subscription, startSeconds),
  };
}

/**
 * Whether the price of a line is final. The price of phone MFA is never final: usage of another period can change which project was first.
 */
const isFinal = ({ metric }: InvoiceLine): boolean => metric !== 'AUTH_MFA_PHONE';

/** Stored lines are valid until usage arrives or the discounts change. The caller must hold the organization lock. */
export async function keepPricedLines(
  tx: Database,
  row: PeriodRow,
  subscription: BilledSubscription,
  lines: readonly InvoiceLine[],
): Promise<void> {
  if (!lines.every(isFinal)) return;
  const pricedLines = { discounts: discountsAt(subscription, secondsOf(row.startsAt)), lines: lines.map(storedLine) };
  await savePricedLines(tx, row, pricedLines);
}

/** Returns undefined if no lines are stored or the discounts have changed. */
export function pricedLinesOf({ pricedLines, startsAt }: PeriodRow, subscription: BilledSubscription): InvoiceLine[] | undefined {
  if (pricedLines === null) return undefined;
  const now = discountsAt(subscription, secondsOf(startsAt));
  return JSON.stringify(now) === JSON.stringify(pricedLines.discounts) ? pricedLines.lines.map(readLine) : undefined;
}
