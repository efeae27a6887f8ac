/**
 * Measures how long invoices of 10 to 10,000 projects take. Sends a tenth of the usage twice.
 * Run: node tests/bench/billing.mjs [--pglite] [--json]
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lineView } from '#server/routes/views/invoice-line.ts';
import { insertOrganizations } from '#server/seed/insert-organizations.ts';
import { upcomingBill } from '#server/billing/periods/billed-usage.ts';
import { loadBillingInputs } from '#server/billing/periods/billing-inputs.ts';
import { rowsOf, type Database, type Store } from '#server/database/database.ts';
import { openStore } from '#server/database/open.ts';
import { recordUsage } from '#server/billing/usage/record-usage.ts';
import type { UsageRecord } from '#server/billing/usage/usage-records.ts';
import { createDatabase, startPostgres } from '#tests/support/postgres-server.ts';

const now = Date.UTC(2026, 5, 30, 23) / 1000;
const day = 86_400;
const daysIntoCycle = 29;
const start = now - daysIntoCycle * day;
const batchSize = 5000;
const senders = 4;
const { pglite: onPglite, json: asJson } = parseArgs({
  options: { pglite: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
}).values;
const sizes = process.env['SIZES'] ? process.env['SIZES'].split(',').map(Number) : onPglite ? [10, 100, 1000] : [10, 100, 1000, 10_000];

/** The SQL below generates the same references. */
const refOf = (slug: string, project: number): string =>
  createHash('md5')
    .update(`${slug}/${project}`)
    .digest('hex')
    .slice(0, 20)
    .replace(/[0-9]/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');

const counted = ['EGRESS', 'FUNCTION_INVOCATIONS', 'MONTHLY_ACTIVE_USERS'] as const;

interface Booked {
  readonly records: number;
  readonly seconds: number;
}

function* recordsOf(slug: string, projects: number): Generator<UsageRecord> {
  let index = 0;
  for (let project = 0; project < projects; project += 1) {
    const ref = refOf(slug, project);
    const base = { projectRef: ref, untilSeconds: null };
    for (let each = 0; each < daysIntoCycle; each += 1) {
      for (const metric of counted) {
        index += 1;
        yield { ...base, index, id: `${index}`, metric, fromSeconds: start + each * day + 3600, quantity: 1_000_003 * (1 + (index % 7)) };
      }
    }
    for (let week = 0; week < 4; week += 1) {
      index += 1;
      const fromSeconds = start + week * 7 * day;
      yield {
        ...base,
        index,
        id: `${index}`,
        metric: 'STORAGE_SIZE',
        fromSeconds,
        untilSeconds: fromSeconds + 7 * day,
        quantity: 12_000_000_011 + week,
      };
    }
  }
}

async function book(db: Database, organizationId: number, slug: string, projects: number): Promise<Booked> {
  const batches: UsageRecord[][] = [];
  let batch: UsageRecord[] = [];
  for (const record of recordsOf(slug, projects)) {
    batch.push(record);
    if (batch.length === batchSize) batch = (batches.push(batch), []);
  }
  if (batch.length > 0) batches.push(batch);
  const again = batches.filter((_, index) => index % 10 === 0);
  const queue = [...batches, ...again];
  const records = batches.reduce((sum, { length }) => sum + length, 0);

  const started = performance.now();
  let accepted = 0;
  const send = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const outcome = await recordUsage(db, organizationId, next, now);
      if (outcome.rejected.length > 0) throw new Error(`A record was refused: ${JSON.stringify(outcome.rejected[0])}`);
      accepted += outcome.accepted;
    }
  };
  await Promise.all(Array.from({ length: onPglite ? 1 : senders }, send));
  const seconds = (performance.now() - started) / 1000;
  if (accepted !== records) throw new Error(`${accepted} of ${records} records were counted`);

  const expected = new Map<string, bigint>();
  for (const { metric, quantity, untilSeconds } of recordsOf(slug, projects)) {
    if (untilSeconds === null) expected.set(metric, (expected.get(metric) ?? 0n) + BigInt(quantity));
  }
  const totals = rowsOf<{ metric: string; sum: string }>(
    await db.execute(`select metric, sum(quantity)::text as sum from usage_totals where organization_id = ${organizationId} group by 1`),
  );
  for (const { metric, sum } of totals)
    if (expected.get(metric) !== BigInt(sum)) throw new Error(`${metric}: ${sum} instead of ${expected.get(metric)}`);
  if (totals.length !== expected.size) throw new Error('A metric is missing');
  return { records, seconds };
}

async function addProjects(db: Database, slug: string, projects: number): Promise<void> {
  await db.execute(`
    insert into projects (ref, organization_id, name, status, compute_size, created_at)
    select translate(substr(md5('${slug}/' || i), 1, 20), '0123456789', 'ghijklmnop'), o.id, 'project ' || i, 'ACTIVE_HEALTHY', 'micro', to_timestamp(${start})
    from organizations o, generate_series(0, ${projects - 1}) i where o.slug = '${slug}'`);
  await db.execute(`
    insert into resource_spans (organization_id, project_id, metric, kind, resource_id, quantity, from_seconds)
    select p.organization_id, p.id, m.metric, 'primary', p.ref, m.quantity, ${start}
    from projects p join organizations o on o.id = p.organization_id,
      (values ('COMPUTE_HOURS_XS', 1, 1), ('DISK_SIZE_GB_HOURS_GP3', 20, 1), ('IPV4', 1, 3)) m (metric, quantity, every)
    where o.slug = '${slug}' and p.status = 'ACTIVE_HEALTHY' and p.id % m.every = 0`);
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function timed(rounds: number, run: () => Promise<unknown>): Promise<number> {
  await run();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await run();
    times.push(performance.now() - started);
  }
  return median(times);
}

async function measure(store: Store) {
  const { db } = store;
  const slugs = sizes.map((projects) => ({ slug: `org-${projects}`, projects }));
  const seeds = slugs.map(({ slug }) => ({
    slug,
    name: slug,
    plan: 'pro' as const,
    cyclesBefore: 0,
    daysIntoCycle,
    projects: [{ name: 'first', status: 'INACTIVE' as const }],
  }));
  await db.transaction((tx) => insertOrganizations(tx, seeds, now));
  for (const { slug, projects } of slugs) await addProjects(db, slug, projects);
  const curve = [];
  for (const { slug, projects } of slugs) {
    const id = rowsOf<{ id: number }>(await db.execute(`select id from organizations where slug = '${slug}'`))[0]?.id ?? 0;
    const booked = await book(db, id, slug, projects);
    await db.execute('analyze');
    const rounds = projects > 1000 ? 5 : 11;
    const load = await timed(rounds, () => loadBillingInputs(db, id, now));
    const whole = await timed(rounds, async () => {
      const { lines } = await upcomingBill(await loadBillingInputs(db, id, now), now);
      return JSON.stringify(lines.map((line) => lineView(line, 50)));
    });
    curve.push({ projects, ...booked, loadMs: load, upcomingMs: whole });
  }
  return curve;
}

const postgres = onPglite ? null : await startPostgres();
const dataDir = mkdtempSync(join(tmpdir(), 'billing-bench-'));
const databaseUrl = postgres ? await createDatabase(postgres.url) : null;
const store = await openStore({ mode: 'embedded', dataDir, databaseUrl, startImage: null, report: () => undefined });
const curve = await measure(store);
await store.close();
await postgres?.stop();
rmSync(dataDir, { recursive: true, force: true });

if (asJson) {
  process.stdout.write(`${JSON.stringify({ name: 'billing scale', store: store.kind, curve })}\n`);
} else {
  process.stdout.write(`${store.kind}\nprojects   records  booked in s   records/s    load ms   upcoming ms   µs per project\n`);
  for (const { projects, records, seconds, loadMs, upcomingMs } of curve) {
    const cells = [
      projects,
      records,
      seconds.toFixed(1),
      Math.round(records / seconds),
      loadMs.toFixed(1),
      upcomingMs.toFixed(1),
      ((upcomingMs * 1000) / projects).toFixed(1),
    ];
    process.stdout.write(`${cells.map((cell, index) => String(cell).padStart([8, 10, 13, 12, 11, 14, 17][index] ?? 8)).join('')}\n`);
  }
}
