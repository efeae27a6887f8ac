/**
 * Measures how long pages, filters and PDFs take with 100 and 100,000 invoices.
 * Run: node --expose-gc tests/bench/invoices.mjs [--pglite] [--json]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { renderDocument } from '#server/documents/invoice-document.ts';
import { invoiceCsv } from '#server/documents/invoice-csv.ts';
import type { Store } from '#server/database/database.ts';
import { openStore } from '#server/database/open.ts';
import { createDatabase, startPostgres } from '#tests/support/postgres-server.ts';
import { addHistories, compare, median, now, works } from './histories.ts';

const sizes = [100, 100_000];
const rounds = 21;
/** Collects garbage only every few batches, because a collection takes longer than a batch. */
const collectEvery = 20;
const mb = 1024 * 1024;

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
  const ids = await addHistories(db, sizes);
  const curve = [];
  for (const [name, run] of works) {
    const [short = 0, long = 0] = await compare(ids, rounds, (id, round) => run(db, id, sizes[ids.indexOf(id)] ?? 0, round));
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
  const store = await openStore({ mode: 'embedded', dataDir, databaseUrl, startImage: null, report: () => undefined });
  try {
    return await measure(store);
  } finally {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Measures PDFs of thirty lines with names in many scripts. The first PDF takes longer, because it loads the fonts and HarfBuzz. */
async function documentTimes(): Promise<{ first: number; warm: number }> {
  const line = { description: 'Large Compute', detail: '$0.1517 per hour', period: 'Jan 03, 2026 to Feb 03, 2026', amount: '$112.86' };
  const facts = {
    heading: 'Invoice',
    title: 'Invoice BENCHMRK-000001',
    created: new Date(now * 1000),
    seller: ['Groundwork'],
    billedTo: [
      'Łukasz Ørsted',
      'Ελληνικά',
      'Кириллица',
      'שלום עולם',
      'شركة الأمل',
      '株式会社山田',
      '上海云端科技有限公司',
      '주식회사 한국',
      'हिन्दी',
    ],
    facts: [['Invoice number', 'BENCHMRK-000001']] as const,
    lines: Array.from({ length: 30 }, (_, index) => ({ ...line, description: `${line.description} ${index}` })),
    totals: [['Amount due', '$20.00']] as const,
    notes: ['All amounts are in US dollars.'],
  };
  const times: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const started = performance.now();
    await renderDocument(facts);
    times.push(performance.now() - started);
  }
  return { first: times[0] ?? 0, warm: median(times.slice(1)) };
}

const { pglite: onPglite, json: asJson } = parseArgs({
  options: { pglite: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
}).values;
const pdf = await documentTimes();
const results = [await onStore(null)];
const postgres = onPglite ? null : await startPostgres();
if (postgres) results.push(await onStore(postgres.url));
await postgres?.stop();

if (asJson) {
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
