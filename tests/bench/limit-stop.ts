/**
 * Measures the delay between new usage and the report that a spending limit is reached, with 10,000 projects.
 * Run: node tests/bench/limit-stop.mjs [rounds]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addBudget, changeBudget } from '#server/billing/budgets/save-budget.ts';
import { reviewBudgets } from '#server/billing/budgets/budget-reviews.ts';
import { loadSpend } from '#server/billing/budgets/budget-spend.ts';
import type { PriceTagRequest } from '#server/billing/price-tags/priced-item.ts';
import { readPriceTag } from '#server/billing/price-tags/read-price-tag.ts';
import { recordUsage } from '#server/billing/usage/record-usage.ts';
import type { UsageRecord } from '#server/billing/usage/usage-records.ts';
import { instantOf, rowsOf, type Database } from '#server/database/database.ts';
import { openStore } from '#server/database/open.ts';
import { insertOrganizations } from '#server/seed/insert-organizations.ts';
import type { BudgetTerms } from '#server/store/budgets.ts';
import { standingFacts } from '#server/store/provisioning/standing.ts';
import { createDatabase, startPostgres } from '#tests/support/postgres-server.ts';

const slug = 'limited';
const projects = Number(process.env['PROJECTS'] ?? 10_000);
const rounds = Number(process.argv[2] ?? 40);
/** Time limit of all rounds in milliseconds. A slow machine runs fewer rounds. */
const mostMs = 150_000;
const day = 86_400;
const daysIntoCycle = 10;
const batchSize = 5000;
const gb = 1_000_000_000;
let now = Date.UTC(2026, 5, 10, 12) / 1000;
const start = now - daysIntoCycle * day;

async function addProjects(db: Database): Promise<string[]> {
  await db.execute(`
    insert into projects (ref, organization_id, name, status, compute_size, created_at)
    select translate(substr(md5('${slug}/' || i), 1, 20), '0123456789', 'ghijklmnop'), o.id, 'project ' || i, 'ACTIVE_HEALTHY', 'micro', to_timestamp(${start})
    from organizations o, generate_series(0, ${projects - 1}) i where o.slug = '${slug}'`);
  await db.execute(`
    insert into resource_spans (organization_id, project_id, metric, kind, resource_id, quantity, from_seconds)
    select p.organization_id, p.id, 'COMPUTE_HOURS_XS', 'primary', p.ref, 1, ${start}
    from projects p join organizations o on o.id = p.organization_id where o.slug = '${slug}' and p.status = 'ACTIVE_HEALTHY'`);
  const rows = rowsOf<{ ref: string }>(
    await db.execute(
      `select p.ref from projects p join organizations o on o.id = p.organization_id where o.slug = '${slug}' and p.status = 'ACTIVE_HEALTHY' order by p.ref`,
    ),
  );
  return rows.map(({ ref }) => ref);
}

let made = 0;

function egressOf(projectRef: string, fromSeconds: number, quantity: number): UsageRecord {
  made += 1;
  return { index: made, id: `r${made}`, projectRef, metric: 'EGRESS', fromSeconds, untilSeconds: null, quantity };
}

async function book(db: Database, organizationId: number, records: readonly UsageRecord[]): Promise<void> {
  const { rejected } = await recordUsage(
    db,
    organizationId,
    records.map((record, index) => ({ ...record, index })),
    now,
  );
  if (rejected.length > 0) throw new Error(`A record was refused: ${JSON.stringify(rejected[0])}`);
}

const termsOf = (amountCents: number): BudgetTerms => ({
  name: 'Limit',
  scope: 'organization',
  basis: 'overage',
  amountCents,
  thresholds: [{ percent: 100, on: 'actual' }],
  atLimit: 'stop',
  recipients: null,
});

/** Number of items that are priced before the organization has a limit. The first `warmUpTags` items are not measured. */
const freeTags = 60;
const warmUpTags = 20;

const pricedItems: readonly PriceTagRequest[] = [
  { item: 'project', compute_size: 'small' },
  { item: 'branch' },
  { item: 'usage', metric: 'EGRESS', quantity: 100 * gb },
  { item: 'usage', metric: 'MONTHLY_ACTIVE_USERS', quantity: 10_000 },
];

const isReached = async (db: Database): Promise<boolean> => (await standingFacts(db, slug, 0))?.reachedLimit === 'spending_limit';

async function priceItem(db: Database, organizationId: number, round: number): Promise<number> {
  const started = performance.now();
  await readPriceTag(db, organizationId, pricedItems[round % pricedItems.length] ?? { item: 'branch' }, now);
  return performance.now() - started;
}

/** In each round, raises the limit slightly, sends usage that reaches the limit, and runs the job that checks the thresholds. */
async function measure(db: Database) {
  const seed = {
    slug,
    name: slug,
    plan: 'pro' as const,
    cyclesBefore: 0,
    daysIntoCycle,
    projects: [{ name: 'first', status: 'INACTIVE' as const }],
  };
  await db.transaction((tx) => insertOrganizations(tx, [seed], now));
  const organizationId = rowsOf<{ id: number }>(await db.execute(`select id from organizations where slug = '${slug}'`))[0]?.id ?? 0;
  const refs = await addProjects(db);
  for (let each = 0; each < daysIntoCycle - 1; each += 1)
    for (let from = 0; from < refs.length; from += batchSize)
      await book(
        db,
        organizationId,
        refs.slice(from, from + batchSize).map((ref) => egressOf(ref, start + each * day + 3600, gb / 100)),
      );
  await book(db, organizationId, [egressOf(refs[0] ?? '', start + 3600, 250 * gb)]);
  await db.execute('analyze');
  process.stderr.write(`${made} records are booked\n`);
  const [samples, jobs, raises, priceTags, limitedTags]: [number[], number[], number[], number[], number[]] = [[], [], [], [], []];
  for (let each = 0; each < freeTags; each += 1) {
    const milliseconds = await priceItem(db, organizationId, each);
    if (each >= warmUpTags) priceTags.push(milliseconds);
  }
  const id = `bud_${'0'.repeat(24)}`;
  const spent = async (): Promise<number> => (await loadSpend(db, organizationId, now)).spendOf(termsOf(0)).actualCents;
  const step = 900;
  const first = (await spent()) + step;
  await db.transaction((tx) => addBudget(tx, { id, organizationId, ...termsOf(first), createdAt: instantOf(now) }, now));
  const begun = performance.now();
  for (let round = 0; round < rounds && (round < 3 || performance.now() - begun < mostMs); round += 1) {
    if (await isReached(db)) throw new Error('The limit is reached before anything was sent');
    now += 60;
    const records = refs.slice(round * 10, round * 10 + 200).map((ref) => egressOf(ref, now, gb));
    const started = performance.now();
    await book(db, organizationId, records);
    while (!(await isReached(db))) if (performance.now() - started > 60_000) throw new Error('The limit was never reached');
    samples.push(performance.now() - started);
    const looked = performance.now();
    await db.transaction((tx) => reviewBudgets(tx, organizationId, now));
    jobs.push(performance.now() - looked);
    process.stderr.write(`round ${round + 1}: ${Math.round(samples.at(-1) ?? 0)} ms, the job ${Math.round(jobs.at(-1) ?? 0)} ms\n`);
    now += 60;
    const raised = { ...termsOf(first + step * (round + 1)) };
    const raisedFrom = performance.now();
    await db.transaction((tx) => changeBudget(tx, { organizationId, id, version: round + 1 }, raised, now));
    while (await isReached(db)) if (performance.now() - raisedFrom > 60_000) throw new Error('The limit was never lifted');
    raises.push(performance.now() - raisedFrom);
    limitedTags.push(await priceItem(db, organizationId, round));
  }
  return { samples, jobs, raises, priceTags, limitedTags };
}

const postgres = await startPostgres();
if (!postgres) throw new Error('PostgreSQL is not there');
const dataDir = mkdtempSync(join(tmpdir(), 'limit-stop-'));
const store = await openStore({
  mode: 'embedded',
  dataDir,
  databaseUrl: await createDatabase(postgres.url),
  startImage: null,
  report: () => undefined,
});
const measured = await measure(store.db);
await store.close();
await postgres.stop();
rmSync(dataDir, { recursive: true, force: true });
process.stdout.write(`${JSON.stringify({ name: 'limit stop', projects, records: made, ...measured })}\n`);
