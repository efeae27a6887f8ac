import { stepSeconds } from '#lib/dates/calendar.ts';
import { fillText } from '#lib/texts/fill.ts';
import { costTexts } from '#lib/texts/costs.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import { subtractRatios, ZERO } from '#lib/money-ratio.ts';
import type { PriceBook } from '#server/domain/book/price-book.ts';
import type { ChargeTerms, CostCharge, CostDocument, CostPart, CorrectedCharge } from '#server/domain/costs/cost-charge.ts';
import { wholePart } from '#server/domain/costs/day-splitter.ts';
import { type Database, secondsOf } from '#server/database/database.ts';
import { lineId, type BilledLine } from '#server/database/line-format.ts';
import { costPeriods, type CostInvoice, type CostNote, type CostPeriod } from '#server/store/costs/cost-documents.ts';
import type { EarlierStatement } from '#server/store/costs/charged-lines.ts';
import { booksById } from '#server/store/price-books.ts';

/** Number of days after the end of a billing period for which its daily usage is stored. */
export const DAILY_USAGE_DAYS = 400;

export interface CostReading {
  readonly db: Database;
  readonly organizationId: number;
  readonly nowSeconds: number;
  /** Billing periods, oldest first. The last period is the running one. */
  readonly periods: readonly CostPeriod[];
  readonly bookOf: (id: string) => PriceBook;
}

export async function openCosts(db: Database, organizationId: number, nowSeconds: number): Promise<CostReading> {
  const periods = await costPeriods(db, organizationId);
  const bookOf = await booksById(
    db,
    periods.map(({ priceBookId }) => priceBookId),
  );
  return { db, organizationId, nowSeconds, periods, bookOf };
}

/** @param untilSeconds the end of the time range that the usage belongs to */
export const dailyUsageEnd = (untilSeconds: number): number => untilSeconds + stepSeconds({ days: DAILY_USAGE_DAYS });

/** Returns the instant until which exports of a period stay the same; null if the period is open or has a draft. */
export const sameUntil = ({ isClosed, endSeconds }: CostPeriod, hasDraft: boolean): number | null =>
  isClosed && !hasDraft ? dailyUsageEnd(endSeconds) : null;

/** True if an invoice dated at the boundary of two periods belongs to the later period, false if it belongs to the earlier period. */
export const beginsPeriod = ({ kind }: Pick<CostInvoice, 'kind'>): boolean => kind === 'start' || kind === 'plan_change';

const firstOf = (periods: readonly CostPeriod[]): CostPeriod => {
  const [first] = periods;
  if (!first) throw new Error('An organization has a billing period');
  return first;
};

/** If `isFromStart` is false, a period excludes its start and includes its end. */
export function periodAt({ periods }: CostReading, atSeconds: number, isFromStart: boolean): CostPeriod {
  const begun = periods.findLast(({ startSeconds }) => (isFromStart ? startSeconds <= atSeconds : startSeconds < atSeconds));
  return begun ?? firstOf(periods);
}

export function documentOfInvoice(reading: CostReading, invoice: CostInvoice, hasDraft: boolean): CostDocument {
  const atSeconds = secondsOf(invoice.periodEnd);
  const begins = beginsPeriod(invoice);
  const period = periodAt(reading, atSeconds, begins);
  return {
    id: invoice.id,
    number: invoice.number,
    period: { startSeconds: period.startSeconds, endSeconds: period.endSeconds },
    correctsAtSeconds: begins ? atSeconds : Math.max(period.startSeconds, atSeconds - 1),
    seller: invoice.seller?.name ?? null,
    sameUntilSeconds: sameUntil(period, hasDraft),
  };
}

export function runningDocument({ periods, nowSeconds }: CostReading): CostDocument {
  const { startSeconds, endSeconds } = periods.at(-1) ?? firstOf(periods);
  const correctsAtSeconds = Math.max(startSeconds, Math.min(nowSeconds, endSeconds - 1));
  return { id: null, number: null, period: { startSeconds, endSeconds }, correctsAtSeconds, seller: null, sameUntilSeconds: null };
}

const periodById = ({ periods }: CostReading, id: number | null): CostPeriod | undefined => periods.find((period) => period.id === id);

type Line = Omit<BilledLine, 'breakdown'>;

/** If a line gives credit for unused time, returns the period of this time. A plan change ended this period before the end of its cycle. */
const unusedPeriod = ({ periods }: CostReading, line: Line): CostPeriod | undefined =>
  periods.find(({ endSeconds, cycleEndSeconds }) => endSeconds === line.periodStartSeconds && cycleEndSeconds === line.periodEndSeconds);

function correctedBy(reading: CostReading, line: Line): CorrectedCharge | null {
  const time = { fromSeconds: line.periodStartSeconds, untilSeconds: line.periodEndSeconds };
  if (line.key === 'unused_time') return { invoiceId: unusedPeriod(reading, line)?.feeInvoiceId ?? null, ...time };
  return line.reportedLater ? { invoiceId: periodById(reading, line.periodId)?.invoiceId ?? null, ...time } : null;
}

function termsOf(reading: CostReading, line: Line): ChargeTerms | null {
  const period =
    line.key === 'plan'
      ? reading.periods.find(({ startSeconds }) => startSeconds === line.periodStartSeconds)
      : periodById(reading, line.periodId);
  return period ? { book: reading.bookOf(period.priceBookId), planId: period.plan, contract: period.contract } : null;
}

const described = ({ description, unitPriceDescription: price }: Line): string => (price === '' ? description : `${description}, ${price}`);

/**
 * Converts a line to a charge. If an earlier invoice billed the same period, the charge begins when that invoice was issued. A usage charge
 * ends at the latest when the invoice of the line is issued.
 */
export function chargeOfLine(
  reading: CostReading,
  document: CostDocument,
  line: Line,
  issuedSeconds: number,
  earlier?: EarlierStatement,
): CostCharge {
  const corrects = correctedBy(reading, line);
  const isOfUsage = corrects === null && line.periodId !== null;
  const fromSeconds = Math.max(line.periodStartSeconds, earlier?.atSeconds ?? line.periodStartSeconds);
  const untilSeconds = isOfUsage ? Math.min(line.periodEndSeconds, issuedSeconds) : line.periodEndSeconds;
  const { sameUntilSeconds: same } = document;
  const { used, uncharged } = line.derivation ?? { used: ZERO, uncharged: ZERO };
  return {
    document,
    lineId: lineId(line),
    key: line.key,
    group: line.group,
    metric: line.metric,
    kind: line.kind,
    description: described(line),
    fromSeconds,
    untilSeconds: Math.max(untilSeconds, fromSeconds + 1),
    amountCents: line.amountCents,
    amountBeforeDiscountCents: line.amountBeforeDiscountCents,
    corrects,
    derivation: line.derivation,
    used: earlier ? subtractRatios(used, earlier.used) : used,
    uncharged: earlier ? subtractRatios(uncharged, earlier.uncharged) : uncharged,
    terms: termsOf(reading, line),
    sameUntilSeconds: same !== null && isOfUsage ? Math.min(same, dailyUsageEnd(untilSeconds)) : same,
  };
}

type FixedCharge = Pick<CostCharge, 'key' | 'description' | 'amountCents' | 'corrects' | 'fromSeconds' | 'untilSeconds'>;

export const fixedCharge = (document: CostDocument, charge: FixedCharge): CostCharge => ({
  document,
  lineId: null,
  group: null,
  metric: null,
  kind: null,
  amountBeforeDiscountCents: charge.amountCents,
  derivation: null,
  used: ZERO,
  uncharged: ZERO,
  terms: null,
  sameUntilSeconds: document.sameUntilSeconds,
  ...charge,
});

/** Returns true if a credit note was issued while the invoice was a draft. The credit note has then already reduced the amount due. */
export const isOnDraft = ({ createdAt, finalizedAt }: { readonly createdAt: Date; readonly finalizedAt: Date | null }): boolean =>
  finalizedAt === null || createdAt < finalizedAt;

/** Omits the reason of the credit note, because it is free text from staff. */
export const noteText = (number: string | null): string => fillText(costTexts.creditNote, { number: number ?? '' }).trimEnd();

/**
 * Converts a credit note to cost parts. Excludes the part that becomes credit, because credit counts only when an invoice uses it.
 * @param carriedCents amount that is carried to the next charge, as a negative number
 */
export function partsOfNote(reading: CostReading, note: CostNote, carriedCents: number, hasDraft: boolean): CostPart[] {
  const atSeconds = secondsOf(note.createdAt);
  const period = periodAt(reading, atSeconds, true);
  const document: CostDocument = {
    id: note.id,
    number: note.number,
    period: { startSeconds: period.startSeconds, endSeconds: period.endSeconds },
    correctsAtSeconds: atSeconds,
    seller: note.seller?.name ?? null,
    sameUntilSeconds: sameUntil(period, hasDraft),
  };
  const fromSeconds = secondsOf(note.invoiceStart);
  // The invoice of a plan change has a period of zero length, but a charge must last at least one second.
  const time = { fromSeconds, untilSeconds: Math.max(secondsOf(note.invoiceEnd), fromSeconds + 1) };
  const charge = { description: noteText(note.number), corrects: { invoiceId: note.invoiceId, ...time }, ...time };
  const off = fixedCharge(document, { key: 'credit_note', amountCents: note.balanceCents - note.amountCents, ...charge });
  if (carriedCents === 0) return [wholePart(off)];
  return [
    wholePart(off),
    wholePart(fixedCharge(document, { ...charge, key: 'carried', amountCents: carriedCents, description: invoicesTexts.carried })),
  ];
}
