import type { Invoice } from '#contract/types.ts';
import { fillText } from '#lib/texts/fill.ts';
import type { InvoicePaper } from './show-document.ts';

export const correctionPaperTexts = {
  creditNote: 'Credit note',
  cancels: 'Cancels invoice {number}. No money moves.',
  creditNoteEInvoice: 'E-invoice of credit note',
  correctedInvoice: 'Corrected invoice',
  correctedEInvoice: 'E-invoice of corrected invoice',
  replaces: 'Replaces invoice {number}. Nothing is charged again.',
} as const;

interface CorrectionPaper {
  /** Short name. The row shows it in the column of the status. */
  readonly label: string;
  readonly explanation: string;
  readonly document: InvoicePaper;
}

/** Row of the list: an invoice, or a document of a correction (a credit note or a corrected invoice). */
export interface InvoiceRow {
  readonly id: string;
  readonly number: string;
  /** Unix time in seconds. */
  readonly at: number;
  /** Amount due; negative for a credit note. */
  readonly cents: number;
  readonly invoice: Invoice;
  /** Absent if the row is the invoice itself. */
  readonly paper?: CorrectionPaper;
}

/** Document of a correction. @param position the index in the invoice's corrections */
export const correctionPaper = (label: string, name: string, position: number, address: 'pdf' | 'credit_note_pdf'): InvoicePaper => ({
  label,
  name,
  addressIn: ({ corrections }) => corrections?.[position]?.[address],
});

/** Returns the rows of an invoice in the order of the export. A correction adds two documents, whose amounts sum to zero. */
function rowsOf(invoice: Invoice): InvoiceRow[] {
  const { id, number, period_end: at, amount_due: cents, corrections = [] } = invoice;
  let before = number;
  const rows: InvoiceRow[] = [{ id, number, at, cents, invoice }];
  corrections.forEach((correction, position) => {
    const add = (paperNumber: string, sign: 1 | -1, label: string, explanation: string, address: 'pdf' | 'credit_note_pdf'): void => {
      const document = correctionPaper('PDF', `${label.toLowerCase()} ${paperNumber}`, position, address);
      const paper = { label, explanation: fillText<string>(explanation, { number: before }), document };
      rows.push({ id: `${id}-${paperNumber}`, number: paperNumber, at: correction.at, cents: sign * cents + 0, invoice, paper });
    };
    add(correction.credit_note_number, -1, correctionPaperTexts.creditNote, correctionPaperTexts.cancels, 'credit_note_pdf');
    add(correction.number, 1, correctionPaperTexts.correctedInvoice, correctionPaperTexts.replaces, 'pdf');
    before = correction.number;
  });
  return rows;
}

export const invoiceRows = (invoices: readonly Invoice[]): InvoiceRow[] => invoices.flatMap(rowsOf);
