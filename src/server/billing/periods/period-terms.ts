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

/** The amount of a discount, as the engine takes it. */
export const discountOf = ({
  basisPoints,
  amountCents,
}: Pick<BilledSubscription['discounts'][number], 'basisPoints' | 'amountCents'>): Discount =>
  basisPoints === null ? { amountCents: amountCents ?? 0 } : { basisPoints };

/** The discounts that count for a cycle starting at an instant. */
export const discountsAt = ({ discounts: rows }: Pick<BilledSubscription, 'discounts'>, atSeconds: number): LineDiscount[] =>
  rows
    .filter(({ startsAt, endsAt }) => startsAt <= atSeconds && (endsAt === null || endsAt > atSeconds))
    .map((row) => ({ key: row.key, discount: discountOf(row) }));

/** Terms by which a period is billed from its start on. */
export interface PeriodTerms {
  readonly planId: PlanId;
  /** False where the spend cap is on once every change of it has counted. */
  readonly usageBillingEnabled: boolean;
  readonly cap: CapTimeline;
  readonly contract: ContractTerms | null;
  /** The version in force at the start; its prices are the period's, whatever is published later. */
  readonly book: PriceBook;
  readonly limits: LimitTimeline;
  readonly discounts: readonly LineDiscount[];
  /** Whether a change that was scheduled for the start gives it its plan. */
  readonly isScheduled: boolean;
}

/** A change of plan that begins a period. */
export interface ChangeIntoPeriod {
  readonly planId: PlanId;
  readonly usageBillingEnabled: boolean;
  /** When it takes effect: later than the start where a payment had to be waited for. Until then the spend cap is as it was. */
  readonly effectSeconds?: number;
}

/** The changes of the period that was running until another one is created; null where there was none. */
export type PeriodBefore = Pick<PeriodRow, 'capInitiallyOn' | 'capChanges' | 'limitChanges'> | null;

/** Terms of the next period if no change of plan begins it. */
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

/**
 * The terms of a period that starts at an instant, however much later it is created: each of them counts from its own instant.
 * @param change what begins it; absent where the end of a cycle does, or where it is the first one
 */
export const termsOfPeriodFrom = async (
  db: Database,
  subscription: BilledSubscription,
  before: PeriodBefore,
  startSeconds: number,
  change?: ChangeIntoPeriod,
): Promise<PeriodTerms> => composeTerms(subscription, before, startSeconds, await bookInForce(db, startSeconds), change);

/** The same terms for the period that the end of the running cycle brings, as far as is known now. */
export const termsOfRenewal = (subscription: BilledSubscription, before: PeriodBefore): PeriodTerms =>
  composeTerms(subscription, before, secondsOf(subscription.currentPeriodEnd), subscription.renewalBook);

/** A period as the engine takes it, without its usage. */
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

/** The first project of phone MFA may change by what another period used. */
const isFinal = ({ metric }: InvoiceLine): boolean => metric !== 'AUTH_MFA_PHONE';

/**
 * Keeps what a closed period comes to, as long as no usage for its time arrives and its discounts stay. The caller holds the
 * organization's lock, which waits for usage that is being booked.
 */
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

/** What a closed period comes to; undefined where that is not known. */
export function pricedLinesOf({ pricedLines, startsAt }: PeriodRow, subscription: BilledSubscription): InvoiceLine[] | undefined {
  if (pricedLines === null) return undefined;
  const now = discountsAt(subscription, secondsOf(startsAt));
  return JSON.stringify(now) === JSON.stringify(pricedLines.discounts) ? pricedLines.lines.map(readLine) : undefined;
}
