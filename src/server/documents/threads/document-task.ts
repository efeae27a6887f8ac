import type { InvoicePayment } from '#lib/invoice-balance.ts';
import type { BilledLine } from '#server/database/line-format.ts';
import type { CreditNotePapers, CreditNoteRow } from '#server/store/credit-notes.ts';
import type { CorrectionRow } from '#server/store/invoices/invoice-corrections.ts';
import type { StatementPapers } from '#server/documents/statement-messages.ts';
import type { InvoicePapers } from '#server/store/invoices/invoice-document-data.ts';
import type { ExportedInvoice, ExportedLine } from '#server/store/invoices/invoice-export.ts';
import type { ExportedActivity } from '#server/documents/activity-rows.ts';

export interface DocumentResults {
  readonly invoice: Uint8Array<ArrayBuffer>;
  readonly corrected_invoice: Uint8Array<ArrayBuffer>;
  readonly canceling_note: Uint8Array<ArrayBuffer>;
  readonly receipt: Uint8Array<ArrayBuffer>;
  readonly credit_note: Uint8Array<ArrayBuffer>;
  readonly statement: Uint8Array<ArrayBuffer>;
  readonly totals: string;
  readonly lines: string;
  readonly activity: string;
}

/** Plain data that can be sent to another thread. */
export type DocumentTask =
  | { readonly kind: 'invoice'; readonly papers: InvoicePapers; readonly lines: readonly BilledLine[] }
  | {
      readonly kind: 'corrected_invoice' | 'canceling_note';
      readonly papers: InvoicePapers;
      readonly lines: readonly BilledLine[];
      readonly correction: CorrectionRow;
    }
  | { readonly kind: 'receipt'; readonly papers: InvoicePapers }
  | { readonly kind: 'credit_note'; readonly papers: CreditNotePapers }
  | { readonly kind: 'statement'; readonly papers: StatementPapers }
  | {
      readonly kind: 'totals';
      readonly invoices: readonly ExportedInvoice[];
      readonly payments: ReadonlyMap<string, InvoicePayment>;
      readonly corrections: readonly CorrectionRow[];
    }
  | {
      readonly kind: 'lines';
      readonly invoices: readonly ExportedInvoice[];
      readonly lines: ReadonlyMap<string, readonly ExportedLine[]>;
      readonly notes: readonly CreditNoteRow[];
      readonly corrections: readonly CorrectionRow[];
    }
  | { readonly kind: 'activity'; readonly entries: readonly ExportedActivity[] };

export type DocumentKind = DocumentTask['kind'];
