import type { Discount } from '#lib/charge-line.ts';
import type { BillingPeriod } from '#server/domain/bill.ts';
import type { PriceBook } from '#server/domain/book/price-book.ts';
import { limitsFrom, type LimitTimeline } from '#server/domain/budget/spending-limit.ts';
import type { InvoiceLine, LineDiscount } from '#server/domain/lines.ts';
import { type ContractTerms, contractAt } from '#server/domain/rates.ts';
import { type Database, secondsOf } from '#server/database/database.ts';
import { readLine, storedLine } from '#server/database/line-format.ts';
import { type BilledSubscription, type PeriodRow, savePricedLines } from '#server/store/billing-periods.ts';
import { bookInForce } from '#server/store/price-books.ts';

const discountOf = ({ basisPoints, amountCents }: BilledSubscription['discounts'][number]): Discount =>
  basisPoints === null ? { amountCents: amountCents ?? 0 } : { basisPoints };

/** The discounts that count for a cycle starting at an instant. */
export const discountsAt = ({ discounts: rows }: Pick<BilledSubscription, 'discounts'>, atSeconds: number): LineDiscount[] =>
  rows
    .filter(({ startsAt, endsAt }) => startsAt <= atSeconds && (endsAt === null || endsAt > atSeconds))
    .map((row) => ({ key: row.key, discount: discountOf(row) }));

/** What a period is billed by from its start on, beside its plan and its spend cap. */
export interface PeriodStartTerms {
  readonly contract: ContractTerms | null;
  /** The version in force at the start; its prices are the period's, whatever is published later. */
  readonly book: PriceBook;
  readonly limits: LimitTimeline;
}

/**
 * The terms of a period that starts at an instant, however much later it is created: each of them counts from its own instant.
 * @param before the period that was running until it is created, which holds every change of a limit until now
 */
export async function termsOfPeriodFrom(
  db: Database,
  subscription: BilledSubscription,
  before: Pick<PeriodRow, 'limitChanges'>,
  startSeconds: number,
): Promise<PeriodStartTerms & { readonly discounts: readonly LineDiscount[] }> {
  return {
    contract: contractAt(subscription, startSeconds),
    book: await bookInForce(db, startSeconds),
    limits: limitsFrom(before.limitChanges, startSeconds),
    discounts: discountsAt(subscription, startSeconds),
  };
}

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
