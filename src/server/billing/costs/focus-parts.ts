import type { CostPart } from '#server/domain/costs/cost-charge.ts';
import { isDraft } from '#server/domain/state-steps.ts';
import { type Database, secondsOf } from '#server/database/database.ts';
import { carriedLater, type CostInvoice, type CostPeriod, creditNotesWritten, invoicesIssued } from '#server/store/costs/cost-documents.ts';
import { beginsPeriod, type CostReading, isOnDraft, openCosts, partsOfNote } from './cost-reading.ts';
import { partsOfInvoice, partsOfRunning, stateInvoices } from './document-parts.ts';
import type { CostChoice } from './line-parts.ts';
import type { CostTime } from './read-costs.ts';

const everything: CostChoice = { wants: () => true, splits: () => true };

async function invoicesOf({ db, organizationId, periods }: CostReading, period: CostPeriod): Promise<CostInvoice[]> {
  const isFirst = periods[0] === period;
  const isLast = periods.at(-1) === period;
  const { startSeconds, endSeconds } = period;
  const issued = { ...(isFirst ? {} : { from: startSeconds }), ...(isLast ? {} : { until: endSeconds + 1 }) };
  const invoices: CostInvoice[] = [];
  for await (const batch of invoicesIssued(db, organizationId, issued)) invoices.push(...batch);
  return invoices.filter((invoice) => {
    const at = secondsOf(invoice.periodEnd);
    // An invoice that begins a period belongs to this period. Any other invoice dated at a boundary belongs to the earlier period.
    return beginsPeriod(invoice) ? isLast || at < endSeconds : isFirst || at > startSeconds;
  });
}

/** Yields cost parts in this order: invoices of the period, its credit notes, costs that are not on an invoice yet. */
async function* partsOfBillingPeriod(reading: CostReading, period: CostPeriod): AsyncGenerator<readonly CostPart[]> {
  const { db, organizationId, periods } = reading;
  const invoices = await invoicesOf(reading, period);
  const hasDraft = invoices.some(({ status }) => isDraft(status));
  for (const invoice of invoices)
    for (const stated of await stateInvoices(db, organizationId, [invoice])) yield* partsOfInvoice(reading, stated, hasDraft, everything);
  const isLast = periods.at(-1) === period;
  const time = { from: period.startSeconds, ...(isLast ? {} : { until: period.endSeconds }) };
  const notes = (await creditNotesWritten(db, organizationId, time)).filter((note) => !isOnDraft(note));
  const carried = await carriedLater(
    db,
    organizationId,
    notes.map(({ invoiceId }) => invoiceId),
  );
  for (const note of notes) {
    const place = `${note.invoiceId} ${secondsOf(note.createdAt)}`;
    yield partsOfNote(reading, note, carried.get(place) ?? 0, hasDraft);
    // If an invoice has several credit notes of the same second, they share one carried amount. Only the first of these notes includes it.
    carried.delete(place);
  }
  if (isLast) yield* partsOfRunning(reading, everything);
}

/** Yields all charges, oldest period first. Each period is exported completely. */
export async function* focusParts(
  db: Database,
  organizationId: number,
  nowSeconds: number,
  { from = 0, until = Number.MAX_SAFE_INTEGER }: CostTime,
): AsyncGenerator<readonly CostPart[]> {
  const reading = await openCosts(db, organizationId, nowSeconds);
  for (const period of reading.periods)
    if (period.startSeconds >= from && period.startSeconds < until) yield* partsOfBillingPeriod(reading, period);
}
