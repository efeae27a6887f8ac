import type { InvoicePapers } from '#server/store/invoice-papers.ts';
import type { BilledLine } from '#server/store/line-format.ts';
import { setDocument } from './invoice-document.ts';
import { invoiceWords, receiptWords } from './invoice-words.ts';

/** The document of an invoice, as the bytes of a tagged PDF. */
export const invoicePdf = (papers: InvoicePapers, lines: readonly BilledLine[]) => setDocument(invoiceWords(papers, lines));

/** The receipt of a paid invoice. */
export const receiptPdf = (papers: InvoicePapers) => setDocument(receiptWords(papers));
