import { sumCents } from '#lib/money.ts';
import { costTexts } from '#lib/texts/costs.ts';
import type { CostCharge, CostDocument, CostPart } from '#server/domain/costs/cost-charge.ts';
import { wholePart } from '#server/domain/costs/day-splitter.ts';
import { type Database, groupedBy, secondsOf } from '#server/database/database.ts';
import { type ChargedLine, chargedLines } from '#server/store/costs/charged-lines.ts';
import type { CostInvoice } from '#server/store/costs/cost-documents.ts';
import { creditNotesOf, type CreditNoteRow } from '#server/store/credit-notes.ts';
import { upcomingBill } from '#server/billing/periods/billed-usage.ts';
import { loadBillingInputs } from '#server/billing/periods/billing-inputs.ts';
import { type CostReading, documentOfInvoice, fixedCharge, isOnDraft, noteText, runningDocument } from './cost-reading.ts';
import { type CostChoice, partsOfLines, storedEntries } from './line-parts.ts';

interface StatedInvoice {
  readonly invoice: CostInvoice;
  readonly lines: readonly ChargedLine[];
  /** Credit notes issued before the invoice was final. */
  readonly notes: readonly CreditNoteRow[];
}

/** Whether the line was on the issued invoice. A later credit note can add a line that moves a small remainder to the next charge. */
const wasIssued = ({ key, periodStartSeconds }: ChargedLine, { finalizedAt }: CostInvoice): boolean =>
  key !== 'carried' || finalizedAt === null || periodStartSeconds <= secondsOf(finalizedAt);

export async function stateInvoices(db: Database, organizationId: number, invoices: readonly CostInvoice[]): Promise<StatedInvoice[]> {
  const ids = invoices.map(({ id }) => id);
  const lines = groupedBy(await chargedLines(db, organizationId, ids), ({ invoiceId }) => invoiceId);
  const notes = groupedBy(await creditNotesOf(db, organizationId, ids), ({ invoiceId }) => invoiceId);
  return invoices.map((invoice) => ({
    invoice,
    lines: (lines.get(invoice.id) ?? []).filter((line) => wasIssued(line, invoice)),
    notes: (notes.get(invoice.id) ?? []).filter(({ createdAt }) => isOnDraft({ createdAt, finalizedAt: invoice.finalizedAt })),
  }));
}

function notesOnDraft(document: CostDocument, notes: readonly CreditNoteRow[]): CostCharge[] {
  const { correctsAtSeconds: fromSeconds, period } = document;
  const time = { fromSeconds, untilSeconds: Math.max(period.endSeconds, fromSeconds + 1) };
  return notes.map(({ amountCents, balanceCents, number }) =>
    fixedCharge(document, {
      key: 'credit_note',
      description: noteText(number),
      amountCents: balanceCents - amountCents,
      corrects: null,
      ...time,
    }),
  );
}

/**
 * Returns the part of the customer balance that the invoice uses (credit) or collects (debt): the amount due minus the invoice's charges.
 */
function balanceOf(document: CostDocument, { invoice, lines, notes }: StatedInvoice): CostCharge[] {
  const chargedCents = sumCents([
    ...lines.map(({ amountCents }) => amountCents),
    ...notes.map(({ amountCents, balanceCents }) => balanceCents - amountCents),
  ]);
  const amountCents = (invoice.postedCents ?? invoice.amountDueCents) - chargedCents;
  if (amountCents === 0) return [];
  const { startSeconds: fromSeconds, endSeconds: untilSeconds } = document.period;
  const description = amountCents < 0 ? costTexts.balance : costTexts.debt;
  return [fixedCharge(document, { key: 'balance', description, amountCents, corrects: null, fromSeconds, untilSeconds })];
}

/** Together with the balance, the sum of the parts is the amount that was due when the invoice was issued. */
export async function* partsOfInvoice(
  reading: CostReading,
  stated: StatedInvoice,
  hasDraft: boolean,
  choice: CostChoice,
): AsyncGenerator<readonly CostPart[]> {
  const { invoice, lines, notes } = stated;
  const document = documentOfInvoice(reading, invoice, hasDraft);
  const issuedSeconds = secondsOf(invoice.periodEnd);
  yield* partsOfLines(reading, { document, issuedSeconds, lines, entriesOf: storedEntries(reading) }, choice);
  const fixed = [...notesOnDraft(document, notes), ...balanceOf(document, stated)];
  yield fixed.filter((charge) => choice.wants(charge)).map((charge) => wholePart(charge));
}

/** Yields costs of the running period that are not on an invoice yet. Excludes the fee of the next cycle. */
export async function* partsOfRunning(reading: CostReading, choice: CostChoice): AsyncGenerator<readonly CostPart[]> {
  const { db, organizationId, nowSeconds } = reading;
  const { lines } = await upcomingBill(await loadBillingInputs(db, organizationId, nowSeconds), nowSeconds);
  const charged = lines.filter(({ key }) => key !== 'plan').map((line) => ({ ...line, projectCount: line.breakdown.length }));
  const document = runningDocument(reading);
  const stated = {
    document,
    issuedSeconds: nowSeconds,
    lines: charged,
    entriesOf: (line: (typeof charged)[number]) => Promise.resolve(line.breakdown),
  };
  yield* partsOfLines(reading, stated, choice);
}
