/**
 * Compares the time to book usage of a thousand organizations in batches of 5,000 with the time of a bare COPY.
 * Run: node tests/bench/usage-speed.mjs [--json]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { getRequestListener } from '@hono/node-server';
import pg from 'pg';
import { readConfig } from '#server/settings/config.ts';
import { openContext, type Context } from '#server/context.ts';
import { rowsOf } from '#server/database/database.ts';
import { createApp } from '#server/http/app.ts';
import { noAssets } from '#server/http/assets.ts';
import { insertOrganizations } from '#server/seed/insert-organizations.ts';
import { listenForRequests } from '#server/start/serve.ts';
import { operatorKey } from '#tests/support/operator.ts';
import { createDatabase, startPostgres } from '#tests/support/postgres-server.ts';
import type { Sending, Sent } from './usage-sender.ts';

const organizations = Number(process.env['ORGANIZATIONS'] ?? 1000);
const seconds = Number(process.env['SECONDS'] ?? 5);
const rounds = Number(process.env['ROUNDS'] ?? 5);
const senders = Number(process.env['SENDERS'] ?? 3);
const recordsPerBatch = 5000;
const copiedBatches = 10;
const { json: asJson } = parseArgs({ options: { json: { type: 'boolean', default: false } } }).values;

const durable = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on', 'shared_buffers=256MB', 'max_wal_size=4GB'];

async function addOrganizations({ db, clock }: Context): Promise<[slug: string, ref: string][]> {
  const seeds = Array.from({ length: organizations }, (_, index) => ({
    slug: `sender-${index}`,
    name: `Sender ${index}`,
    plan: 'pro' as const,
    // A tenth of the organizations have a spend cap, which the platform checks after their usage has arrived.
    spendCapOn: index % 10 === 0,
    cyclesBefore: 0,
    daysIntoCycle: 3,
    projects: [{ name: 'first' }],
  }));
  await db.transaction((tx) => insertOrganizations(tx, seeds, clock.nowSeconds()));
  const rows = rowsOf<{ slug: string; ref: string }>(
    await db.execute("select o.slug, p.ref from organizations o join projects p on p.organization_id = o.id where o.slug like 'sender-%'"),
  );
  await db.execute('analyze');
  return rows.map(({ slug, ref }) => [slug, ref]);
}

function send(data: Sending): Promise<Sent> {
  const worker = new Worker(new URL('./usage-sender.js', import.meta.url), { workerData: data });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function prepareCopies(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  await client.query('create table bench_records (like usage_records including all)');
  const files: string[] = [];
  const { rows: stored } = await client.query<{ batches: number }>(
    `select least(count(*) / ${recordsPerBatch}, ${copiedBatches})::int as batches from usage_records where record_id like '%/%'`,
  );
  for (let batch = 0; batch < (stored[0]?.batches ?? 0); batch += 1) {
    const file = join(rows[0]?.data_directory ?? '', `bench-${batch}.csv`);
    await client.query(
      `copy (select * from usage_records where record_id like '%/%' offset ${batch * recordsPerBatch} limit ${recordsPerBatch}) to '${file}' (format csv)`,
    );
    files.push(file);
  }
  return files;
}

/** Returns milliseconds per batch. */
async function copyAll(client: pg.Client, files: readonly string[]): Promise<number> {
  await client.query('truncate bench_records');
  const started = performance.now();
  for (const file of files) await client.query(`copy bench_records from '${file}' (format csv)`);
  return (performance.now() - started) / files.length;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function measure(databaseUrl: string, folder: string) {
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', SEED: 'none', DATABASE_URL: databaseUrl, DATA_DIR: folder });
  const context = await openContext(config, null, undefined, { automatic: false });
  const running = await listenForRequests(config);
  const page = { render: () => Promise.reject(new Error('no pages here')), manifest: null, assets: noAssets };
  running.answerWith(getRequestListener(createApp(context, page).fetch));
  const named = await addOrganizations(context);
  const { key } = await operatorKey(context);
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const sending = (name: string, lasting: number): Sending => ({
    origin: `http://127.0.0.1:${running.port}`,
    key,
    organizations: named,
    recordsPerBatch,
    senders,
    seconds: lasting,
    name,
    untilSeconds: context.clock.nowSeconds() - 60,
  });
  let records = (await send(sending('warm', 3))).records;
  const files = await prepareCopies(client);
  const results: { perSecond: number; batchMs: number; slowestMs: number; copyMs: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const copyMs = await copyAll(client, files);
    const roundResult = await send(sending(`round-${round}`, seconds));
    records += roundResult.records;
    const result = {
      perSecond: roundResult.records / roundResult.seconds,
      batchMs: (roundResult.seconds * 1000 * recordsPerBatch) / roundResult.records,
      slowestMs: Math.max(...roundResult.milliseconds),
      copyMs,
    };
    results.push(result);
    if (!asJson)
      console.log(
        `${Math.round(result.perSecond)} records a second, slowest batch ${Math.round(result.slowestMs)} ms, COPY ${Math.round((recordsPerBatch * 1000) / copyMs)} a second`,
      );
  }
  const { rows } = await client.query<{ records: number }>("select count(*)::int as records from usage_records where record_id like '%/%'");
  if (rows[0]?.records !== records) throw new Error(`${rows[0]?.records} of ${records} records are stored`);
  const { rows: wrong } = await client.query<{ wrong: number }>(
    `select count(*)::int as wrong from (
      select organization_id, project_id, metric, sum(quantity) as summed, max(quantity) as highest from usage_records where until_seconds is null group by 1, 2, 3
    ) r join usage_totals t using (organization_id, project_id, metric) where t.quantity not in (summed, highest)`,
  );
  if (wrong[0]?.wrong !== 0) throw new Error(`${wrong[0]?.wrong} totals are not what their records say`);
  await client.end();
  await running.stop();
  await context.close();
  return { organizations, records, results, perSecond: median(results.map(({ perSecond }) => perSecond)) };
}

const postgres = await startPostgres(durable);
if (!postgres) throw new Error('PostgreSQL is not installed');
const folder = mkdtempSync(join(tmpdir(), 'billing-usage-'));
const measured = await measure(await createDatabase(postgres.url), folder);
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
console.log(asJson ? JSON.stringify(measured) : `${Math.round(measured.perSecond)} records a second`);
process.exit(0);
