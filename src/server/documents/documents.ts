import type { InvoicePapers } from '#server/store/invoice-document-data.ts';
import type { BilledLine } from '#server/database/line-format.ts';
import { renderDocument } from './invoice-document.ts';
import { invoiceWords, receiptWords } from './invoice-messages.ts';

/** The document of an invoice, as the bytes of a tagged PDF. */
export const invoicePdf = (papers: InvoicePapers, lines: readonly BilledLine[]) => renderDocument(invoiceWords(papers, lines));

/** The receipt of a paid invoice. */
export const receiptPdf = (papers: InvoicePapers) => renderDocument(receiptWords(papers));
