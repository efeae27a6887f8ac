import { hasPdf, hasReceipt, invoiceDocumentData } from '#server/store/invoices/invoice-document-data.ts';
import { invoicesOfPeriod } from '#server/store/invoices/invoice-export.ts';
import { readInvoiceLines } from '#server/store/invoices/invoice-lines.ts';
import { exportedRows, inSnapshot } from '#server/store/export/exported-rows.ts';
import { exportedTables, unexportedTables, type ExportedTable } from '#server/store/export/exported-tables.ts';
import { groupedBy, type Database } from '#server/database/database.ts';
import { invoiceCsv, type ExportKind } from './invoice-csv.ts';
import { invoicePdf, receiptPdf } from './threads/document-threads.ts';
import { zipStream, type ZippedFile } from './zip-stream.ts';

interface ExportedOrganization {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
}

type AddFile = (file: ZippedFile) => Promise<void>;

const csvFiles: Readonly<Record<ExportKind, { readonly name: string; readonly words: string }>> = {
  totals: { name: 'invoices.csv', words: 'Every invoice with its amounts, for a spreadsheet' },
  lines: { name: 'invoice-lines.csv', words: 'Every line of every invoice, for a spreadsheet' },
};

/**
 * ZIP file of one database snapshot, streamed with constant memory.
 * @param onEnd called after the last database read, even if the export fails
 */
export const organizationExport = (db: Database, organization: ExportedOrganization, onEnd: () => void): ReadableStream<Uint8Array> =>
  zipStream((add) =>
    inSnapshot(db, async (tx, takenAt) => {
      const tables = await exportedTables(tx);
      const counts = new Map<string, number>();
      for (const table of tables) {
        const count = await addTable(tx, organization.id, table, add);
        if (count > 0) counts.set(table.name, count);
      }
      for (const [kind, { name }] of Object.entries(csvFiles))
        await add({ name, chunks: csvChunks(tx, organization.id, kind as ExportKind) });
      const documents = await addDocuments(tx, organization.id, add);
      await add({ name: 'README.txt', chunks: one(readme(organization, { takenAt, tables, counts, documents })) });
    }).finally(onEnd),
  );

async function* one(chunk: string | Uint8Array): AsyncGenerator<string | Uint8Array> {
  yield chunk;
}

async function* csvChunks(tx: Database, organizationId: number, kind: ExportKind): AsyncGenerator<Uint8Array> {
  yield* invoiceCsv(tx, organizationId, kind, {}) as unknown as AsyncIterable<Uint8Array>;
}

/** @returns the number of rows; an empty table gets no file */
async function addTable(tx: Database, organizationId: number, table: ExportedTable, add: AddFile): Promise<number> {
  let count = 0;
  const batches = exportedRows(tx, organizationId, table);
  const first = await batches.next();
  if (first.done) return count;
  const lines = async function* (): AsyncGenerator<string> {
    for (let batch: IteratorResult<readonly string[]> = first; !batch.done; batch = await batches.next()) {
      count += batch.value.length;
      yield `${batch.value.join('\n')}\n`;
    }
  };
  await add({ name: `tables/${table.name}.jsonl`, chunks: lines() });
  return count;
}

interface DocumentCounts {
  readonly invoices: number;
  readonly receipts: number;
}

/** Replaces all characters except letters, digits, dots, hyphens and underscores. */
const fileName = (number: string): string => number.replaceAll(/[^\w.-]/g, '_');

async function addDocuments(tx: Database, organizationId: number, add: AddFile): Promise<DocumentCounts> {
  const counts = { invoices: 0, receipts: 0 };
  for await (const batch of invoicesOfPeriod(tx, organizationId, {}))
    for (const { id, number } of batch) {
      const papers = await invoiceDocumentData(tx, organizationId, id);
      if (!papers || !hasPdf(papers.invoice)) continue;
      const lines = await readInvoiceLines(tx, organizationId, id);
      await add({ name: `invoices/${fileName(number)}.pdf`, chunks: one(await invoicePdf(organizationId, papers, lines)) });
      counts.invoices += 1;
      if (!hasReceipt(papers.invoice)) continue;
      await add({ name: `receipts/${fileName(number)}-receipt.pdf`, chunks: one(await receiptPdf(organizationId, papers)) });
      counts.receipts += 1;
    }
  return counts;
}

interface ExportFacts {
  readonly takenAt: Date;
  readonly tables: readonly ExportedTable[];
  readonly counts: ReadonlyMap<string, number>;
  readonly documents: DocumentCounts;
}

const inColumns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, words]) => `  ${name.padEnd(width)}  ${words}`).join('\n');
};

const rowsWords = (count: number): string => `${count} ${count === 1 ? 'row' : 'rows'}`;

function readme({ slug, name }: ExportedOrganization, { takenAt, tables, counts, documents }: ExportFacts): string {
  const present = tables.filter((table) => counts.has(table.name));
  const absent = tables.filter((table) => !counts.has(table.name)).map((table) => table.name);
  const reasons = groupedBy(Object.entries(unexportedTables), ([, why]) => why);
  return `Everything held about the organization ${slug} (${name})

Taken on ${takenAt.toISOString().slice(0, 10)} at ${takenAt.toISOString().slice(11, 19)} UTC. All files show this one moment, so they agree with each other.

Files

${inColumns([
  ['README.txt', 'This text'],
  ...Object.values(csvFiles).map((file) => [file.name, file.words] as const),
  ['invoices/', `Invoices as PDF, by number: ${documents.invoices}. A draft has none`],
  ['receipts/', `Receipts of paid invoices as PDF: ${documents.receipts}`],
  ...present.map((table) => [`tables/${table.name}.jsonl`, `${table.words} (${rowsWords(counts.get(table.name) ?? 0)})`] as const),
])}

How to read the tables

Each line of a file in tables/ is one row, as a JSON object with the names of the columns. Times are in UTC; names that end in _seconds
hold seconds since 1970. Amounts that end in _cents are cents of US dollars. Ids join the files: organization_id is that of
tables/organizations.jsonl, member_id that of tables/members.jsonl, and so on.

What is not in here

${inColumns([
  ...(absent.length > 0 ? [['No rows', absent.join(', ')] as const] : []),
  [
    'Left out, as it opens something or stands elsewhere',
    tables.flatMap((table) => table.leftOut.map((column) => `${table.name}.${column}`)).join(', '),
  ],
])}

Tables that hold nothing of this organization alone:

${inColumns([...reasons].map(([why, entries]) => [entries.map(([table]) => table).join(', '), why] as const))}
`;
}
