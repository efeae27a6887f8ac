import { notFound } from '#server/http/platform-error.ts';
import { readInvoiceLines } from '#server/store/invoice-lines.ts';
import { invoicePapers } from '#server/store/invoice-papers.ts';
import type { Database } from '#server/store/database.ts';
import type { Handler } from './handler.ts';
import { hasPdf, hasReceipt } from './views/invoice.ts';

/** Fonts and shaping are loaded with the first document: no other call needs them. */
const documents = () => import('#server/documents/documents.ts');

async function papersOf(db: Database, organizationId: number, invoiceId: string) {
  const papers = await invoicePapers(db, organizationId, invoiceId);
  if (!papers) throw notFound('Invoice');
  return papers;
}

export const getInvoicePdf: Handler<'getInvoicePdf'> = async ({ params }, { db, organization }) => {
  const papers = await papersOf(db, organization.id, params.invoice_id);
  if (!hasPdf(papers.invoice)) throw notFound('Invoice PDF');
  const lines = await readInvoiceLines(db, organization.id, papers.invoice.id);
  const { invoicePdf } = await documents();
  const bytes = await invoicePdf(papers, lines);
  return { data: undefined, file: { name: `${papers.invoice.number}.pdf`, disposition: 'inline', body: () => bytes } };
};

export const getInvoiceReceipt: Handler<'getInvoiceReceipt'> = async ({ params }, { db, organization }) => {
  const papers = await papersOf(db, organization.id, params.invoice_id);
  if (!hasReceipt(papers.invoice)) throw notFound('Receipt');
  const { receiptPdf } = await documents();
  const bytes = await receiptPdf(papers);
  return { data: undefined, file: { name: `${papers.invoice.number}-receipt.pdf`, disposition: 'inline', body: () => bytes } };
};
