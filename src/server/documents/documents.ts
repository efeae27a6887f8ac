import type { InvoicePapers } from '#server/store/invoice-document-data.ts';
import type { BilledLine } from '#server/database/line-format.ts';
import { renderDocument } from './invoice-document.ts';
import { invoiceWords, receiptWords } from './invoice-messages.ts';

/** Invoice document as a tagged PDF. */
export const invoicePdf = (papers: InvoicePapers, lines: readonly BilledLine[]) => renderDocument(invoiceWords(papers, lines));

export const receiptPdf = (papers: InvoicePapers) => renderDocument(receiptWords(papers));
