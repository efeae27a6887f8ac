/** Measures how long upcoming invoices with a thousand to a million records take. Run: node tests/bench/usage-growth.mjs [--json] */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { upcomingBill } from '#server/billing/periods/billed-usage.ts';
import { loadBillingInputs } from '#server/billing/periods/billing-inputs.ts';
import { loadSpend } from '#server/billing/budgets/budget-spend.ts';
import { rowsOf, type Database } from '#server/database/database.ts';
import { openStore } from '#server/database/open.ts';
import { lineView } from '#server/routes/views/invoice-line.ts';
import { insertOrganizations } from '#server/seed/insert-organizations.ts';
import { createDatabase, startPostgres } from '#tests/support/postgres-server.ts';

/** Current time in seconds. It is not a full hour, so that the benchmark also reads the minutes of an incomplete hour. */
const now = Date.UTC(2026, 5, 30, 23, 20) / 1000;
const day = 86_400;
const daysIntoCycle = 29;
const start = now - daysIntoCycle * day;
const sizes = (process.env['SIZES'] ?? '1000,100000,1000000').split(',').map(Number);
const { json: asJson } = parseArgs({ options: { json: { type: 'boolean', default: false } } }).values;

/** Total bytes of egress, equal for all numbers of records. 2 TB cost more than the spending limit. */
const egress = 2_000_000_000_000;
const limitCents = 5000;

/** Inserts records with their hourly values and totals in SQL, because a million calls would take minutes. */
async function addRecords(db: Database, organizationId: number, records: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute('set local session_replication_role = replica');
    await tx.execute(`
      insert into usage_records (organization_id, record_id, project_id, metric, kind, resource_id, category, from_seconds, quantity)
      select ${organizationId}, 'r' || i, p.id, 'EGRESS', 'primary', p.ref, 'rest', ${start} + (i::bigint * ${daysIntoCycle * day - 1}) / ${records}, ${egress / records}
      from generate_series(1, ${records}) i
      join (select id, ref, row_number() over (order by id) - 1 as place from projects where organization_id = ${organizationId}) p on p.place = i % 3`);
    for (const [table, column, seconds] of [
      ['usage_hours', 'hour_seconds', 3600],
      ['usage_minutes', 'minute_seconds', 60],
    ])
      await tx.execute(`
        insert into ${table} (organization_id, project_id, ${column}, metric, category, quantity, highest)
        select organization_id, project_id, from_seconds / ${seconds} * ${seconds}, metric, category, sum(quantity), max(quantity)
        from usage_records where organization_id = ${organizationId} group by 1, 2, 3, 4, 5`);
    await tx.execute(`
      insert into usage_totals (organization_id, project_id, segment_seconds, metric, quantity)
      select r.organization_id, r.project_id, extract(epoch from (select max(starts_at) from billing_periods where organization_id = ${organizationId}))::bigint, r.metric, sum(r.quantity)
      from usage_records r where r.organization_id = ${organizationId} group by 1, 2, 3, 4`);
  });
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Alternates between the operations, so that machine load affects all equally. Slow operations run less often. */
async function timed(runs: readonly (() => Promise<unknown>)[], rounds: number): Promise<number[]> {
  const times = runs.map((): number[] => []);
  const first: number[] = [];
  for (const run of runs) {
    const started = performance.now();
    await run();
    first.push(performance.now() - started);
  }
  for (let round = 0; round < rounds; round += 1)
    for (const [index, run] of runs.entries()) {
      if ((first[index] ?? 0) > 2000 && round >= 1) continue;
      const started = performance.now();
      await run();
      times[index]?.push(performance.now() - started);
    }
  return times.map(median);
}

async function measure(db: Database) {
  const named = sizes.flatMap((records) =>
    [false, true].map((isLimited) => ({ slug: `${isLimited ? 'limited' : 'open'}-${records}`, records, isLimited })),
  );
  const seeds = named.map(({ slug }) => ({
    slug,
    name: slug,
    plan: 'pro' as const,
    cyclesBefore: 0,
    daysIntoCycle,
    projects: [{ name: 'first' }, { name: 'second' }, { name: 'third' }],
  }));
  await db.transaction((tx) => insertOrganizations(tx, seeds, now));
  const rows = rowsOf<{ slug: string; id: number }>(await db.execute('select slug, id from organizations'));
  const idOf = new Map(rows.map(({ slug, id }) => [slug, id]));
  const all = named.map((each) => ({ ...each, id: idOf.get(each.slug) ?? 0 }));
  for (const { id, records, isLimited } of all) {
    await addRecords(db, id, records);
    if (isLimited)
      await db.execute(
        `update billing_periods set limit_changes = '[{"atSeconds":${start + day},"bill":null,"overage":${limitCents}}]' where organization_id = ${id}`,
      );
  }
  await db.execute('vacuum analyze');
  const bills = all.map(({ id }) => async () => {
    const { lines } = await upcomingBill(await loadBillingInputs(db, id, now), now);
    return JSON.stringify(lines.map((line) => lineView(line, 50)));
  });
  const upcoming = await timed(bills, 60);
  const spend = await timed(
    all.map(
      ({ id }) =>
        () =>
          loadSpend(db, id, now),
    ),
    5,
  );
  const texts: string[] = [];
  for (const { id } of all) {
    const { lines } = await upcomingBill(await loadBillingInputs(db, id, now), now);
    texts.push(JSON.stringify(lines.map(({ key, amountCents }) => [key, amountCents])));
  }
  return all.map(({ records, isLimited }, index) => ({
    records,
    isLimited,
    upcomingMs: upcoming[index] ?? Number.NaN,
    budgetMs: spend[index] ?? Number.NaN,
    bill: texts[index],
  }));
}

const postgres = await startPostgres();
const dataDir = mkdtempSync(join(tmpdir(), 'billing-growth-'));
const databaseUrl = postgres ? await createDatabase(postgres.url) : null;
const store = await openStore({ mode: 'embedded', dataDir, databaseUrl, startImage: null, report: () => undefined });
const curve = await measure(store.db);
await store.close();
await postgres?.stop();
rmSync(dataDir, { recursive: true, force: true });

for (const isLimited of [false, true]) {
  const different = new Set(curve.filter((each) => each.isLimited === isLimited).map(({ bill }) => bill));
  if (different.size > 1) console.error(`The bills of ${isLimited ? 'limited' : 'open'} organizations differ`);
}
const shown = curve.map(({ records, isLimited, upcomingMs, budgetMs }) => ({ records, isLimited, upcomingMs, budgetMs }));
if (asJson) process.stdout.write(`${JSON.stringify({ store: store.kind, curve: shown })}\n`);
else
  for (const { records, isLimited, upcomingMs, budgetMs } of shown)
    process.stdout.write(
      `${String(records).padStart(9)} records${isLimited ? ', limit reached' : ''}: upcoming invoice ${upcomingMs.toFixed(1)} ms, budgets ${budgetMs.toFixed(1)} ms\n`,
    );
