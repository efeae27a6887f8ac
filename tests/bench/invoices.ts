/**
 * How long a page, a filter and a count take in a history of 100 and of 100,000 invoices, on the embedded database and on
 * PostgreSQL where it is installed, how much memory the CSV of the long one takes,
 * and how long a PDF takes.
 * Run: node --expose-gc tests/bench/invoices.mjs [--pglite] [--json]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setDocument } from '#server/documents/invoice-document.ts';
import { invoiceCsv } from '#server/documents/invoice-csv.ts';
import { insertOrganizations } from '#server/seed/insert-organizations.ts';
import { rowsOf, type Database, type Store } from '#server/store/database.ts';
import { searchInvoices } from '#server/store/invoice-search.ts';
import { countInvoices, invoicePage, type InvoiceFilters } from '#server/store/invoices.ts';
import { openStore } from '#server/store/open.ts';
import { createDatabase, startPostgres } from '#tests/support/postgres-server.ts';

const now = Date.UTC(2026, 5, 30) / 1000;
const day = 86_400;
/** Both histories are as long, so that the same filters mean the same share of them. */
const historyDays = 3650;
const sizes = [100, 100_000];
const rounds = 21;
/** A full collection of garbage takes longer than a batch; some are enough to see what is held. */
const collectEvery = 20;
const mb = 1024 * 1024;

/** One invoice in ten thousand is void, one in a hundred is outstanding, the others are paid; the newest is a draft. */
async function addInvoices(db: Database, organizationId: number, count: number): Promise<void> {
  await db.execute(`
    insert into invoices (id, organization_id, subscription_id, number, kind, status, period_start, period_end, subtotal_cents, amount_due_cents)
    select 'in_' || substr(md5('${organizationId}/' || i), 1, 24), ${organizationId}, 'sub_1', 'BENCHMRK-' || lpad(i::text, 6, '0'), 'cycle',
      case when i = ${count} then 'draft' when i % 10000 = 7 then 'void' when i % 100 = 1 then 'open' else 'paid' end,
      to_timestamp(${now} - ((${count} - i) * ${historyDays * day}::bigint / ${count}) - 30 * ${day}),
      to_timestamp(${now} - ((${count} - i) * ${historyDays * day}::bigint / ${count})), 2500, 2500
    from generate_series(1, ${count}) i`);
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Sizes take turns, so that what else the machine does hits all of them alike. Medians in milliseconds. */
async function compare(
  organizations: readonly number[],
  run: (organizationId: number, round: number) => Promise<unknown>,
): Promise<number[]> {
  const times = organizations.map((): number[] => []);
  for (let round = -3; round < rounds; round += 1) {
    for (const [index, id] of organizations.entries()) {
      const started = performance.now();
      await run(id, Math.abs(round));
      if (round >= 0) times[index]?.push(performance.now() - started);
    }
  }
  return times.map(median);
}

type Work = readonly [name: string, run: (db: Database, id: number, count: number, round: number) => Promise<unknown>];

const open: InvoiceFilters = { statuses: ['open', 'issued', 'uncollectible'] };
const page = (offset: (count: number, round: number) => number, filters: InvoiceFilters = {}): Work[1] => {
  return (db, id, count, round) => invoicePage(db, id, { offset: offset(count, round), limit: 5 }, filters);
};
const year: InvoiceFilters = { from: now - 800 * day, until: now - 435 * day };

const works: readonly Work[] = [
  ['first page', page(() => 0)],
  ['page in the middle', page((count, round) => Math.floor(count / 2) + round)],
  ['last page', page((count) => count - 5)],
  ['beyond the end', page((count) => count + 10)],
  ['outstanding, first page', page(() => 0, open)],
  ['a rare status', page(() => 0, { statuses: ['void'] })],
  ['paid, in the middle', page((count) => Math.floor(count / 2), { statuses: ['paid'] })],
  ['a year', page(() => 0, year)],
  ['a year, outstanding', page(() => 0, { ...open, ...year })],
  ['count of all', (db, id) => countInvoices(db, id)],
  ['count of outstanding', (db, id) => countInvoices(db, id, open)],
  ['count of a year', (db, id) => countInvoices(db, id, year)],
  ['search by number', (db, id, _, round) => searchInvoices(db, id, String(round + 1), { offset: 0, limit: 5 })],
];

async function drained(stream: ReadableStream<Uint8Array>): Promise<{ bytes: number; highest: number }> {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  let bytes = 0;
  let highest = 0;
  let chunks = 0;
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    chunks += 1;
    if (chunks % collectEvery !== 1) continue;
    globalThis.gc?.();
    highest = Math.max(highest, process.memoryUsage().heapUsed - before);
  }
  return { bytes, highest };
}

async function measure({ db, kind }: Store) {
  const seeds = sizes.map((count) => ({
    slug: `history-${count}`,
    name: `history ${count}`,
    plan: 'pro' as const,
    cyclesBefore: 0,
    daysIntoCycle: 1,
    projects: [{ name: 'first', status: 'INACTIVE' as const }],
  }));
  await db.transaction((tx) => insertOrganizations(tx, seeds, now));
  const ids: number[] = [];
  for (const [index, { slug }] of seeds.entries()) {
    const id = rowsOf<{ id: number }>(await db.execute(`select id from organizations where slug = '${slug}'`))[0]?.id ?? 0;
    await addInvoices(db, id, sizes[index] ?? 0);
    ids.push(id);
  }
  await db.execute('analyze');
  const curve = [];
  for (const [name, run] of works) {
    const [short = 0, long = 0] = await compare(ids, (id, round) => run(db, id, sizes[ids.indexOf(id)] ?? 0, round));
    curve.push({ name, short, long, ratio: long / short });
  }
  const csv = [];
  for (const id of ids) {
    const started = performance.now();
    const { bytes, highest } = await drained(invoiceCsv(db, id, 'totals', {}));
    csv.push({ invoices: sizes[ids.indexOf(id)], bytes, seconds: (performance.now() - started) / 1000, heapMb: highest / mb });
  }
  return { kind, curve, csv };
}

async function onStore(postgresUrl: string | null) {
  const dataDir = mkdtempSync(join(tmpdir(), 'invoices-bench-'));
  const databaseUrl = postgresUrl === null ? null : await createDatabase(postgresUrl);
  const store = await openStore({ dataDir, databaseUrl, startImage: null, report: () => undefined });
  try {
    return await measure(store);
  } finally {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A document of thirty lines, with the fonts of every script that a name may be in; the first one reads the fonts. */
async function documentTimes(): Promise<{ first: number; warm: number }> {
  const line = { description: 'Large Compute', detail: '$0.1517 per hour', period: 'Jan 03, 2026 to Feb 03, 2026', amount: '$112.86' };
  const facts = {
    heading: 'Invoice',
    title: 'Invoice BENCHMRK-000001',
    created: new Date(now * 1000),
    seller: 'Groundwork',
    billedTo: ['Łukasz Ørsted', 'Ελληνικά', 'Кириллица', 'שלום עולם', 'شركة الأمل', '株式会社山田'],
    facts: [['Invoice number', 'BENCHMRK-000001']] as const,
    lines: Array.from({ length: 30 }, (_, index) => ({ ...line, description: `${line.description} ${index}` })),
    totals: [['Amount due', '$20.00']] as const,
    notes: ['All amounts are in US dollars.'],
  };
  const times: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const started = performance.now();
    await setDocument(facts);
    times.push(performance.now() - started);
  }
  return { first: times[0] ?? 0, warm: median(times.slice(1)) };
}

const pdf = await documentTimes();
const results = [await onStore(null)];
const postgres = process.argv.includes('--pglite') ? null : await startPostgres();
if (postgres) results.push(await onStore(postgres.url));
await postgres?.stop();

if (process.argv.includes('--json')) {
  process.stdout.write(`${JSON.stringify({ name: 'invoices', sizes, pdf, results })}\n`);
} else {
  process.stdout.write(`PDF: ${pdf.first.toFixed(0)} ms with reading the fonts, then ${pdf.warm.toFixed(0)} ms\n`);
  for (const { kind, curve, csv } of results) {
    process.stdout.write(`${kind}\n${''.padEnd(26)}${'100'.padStart(10)}${'100,000'.padStart(10)}   ratio\n`);
    for (const { name, short, long, ratio } of curve) {
      process.stdout.write(
        `${name.padEnd(26)}${short.toFixed(2).padStart(10)}${long.toFixed(2).padStart(10)}${ratio.toFixed(2).padStart(8)}\n`,
      );
    }
    for (const { invoices, bytes, seconds, heapMb } of csv) {
      process.stdout.write(
        `CSV of ${invoices} invoices: ${(bytes / mb).toFixed(2)} MB in ${seconds.toFixed(2)} s, ${heapMb.toFixed(1)} MB of heap at most\n`,
      );
    }
  }
}
