import type { Database } from '#server/database/database.ts';
import { creditNotesOf } from '#server/store/credit-notes.ts';
import { correctionsOf } from '#server/store/invoices/invoice-corrections.ts';
import { paymentsOfInvoices } from '#server/store/invoices/invoice-document-data.ts';
import { type Period, invoicesOfPeriod, linesOfInvoices } from '#server/store/invoices/invoice-export.ts';
import { csvFile } from './csv.ts';
import { linesHead, totalsHead } from './invoice-rows.ts';
import { documentThreads } from './threads/document-threads.ts';

export type ExportKind = 'totals' | 'lines';

async function* texts(db: Database, organizationId: number, kind: ExportKind, period: Period): AsyncGenerator<string> {
  const threads = documentThreads();
  for await (const invoices of invoicesOfPeriod(db, organizationId, period)) {
    const ids = invoices.map(({ id }) => id);
    const corrections = await correctionsOf(db, organizationId, ids);
    if (kind === 'totals') {
      const payments = await paymentsOfInvoices(db, organizationId, ids);
      yield await threads.run(organizationId, { kind, invoices, payments, corrections });
    } else {
      const lines = await linesOfInvoices(db, organizationId, invoices);
      const credited = invoices.filter(({ creditedCents }) => creditedCents > 0).map(({ id }) => id);
      const notes = await creditNotesOf(db, organizationId, credited);
      yield await threads.run(organizationId, { kind, invoices, lines, notes, corrections });
    }
  }
}

export const invoiceCsv = (db: Database, organizationId: number, kind: ExportKind, period: Period): ReadableStream<Uint8Array> =>
  csvFile(kind === 'totals' ? totalsHead : linesHead, texts(db, organizationId, kind, period));
