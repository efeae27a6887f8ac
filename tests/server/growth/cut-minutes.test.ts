import { sql, type SQL } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { rowsOf } from '#server/database/database.ts';
import { projects } from '#server/database/tables/projects.ts';
import { usageRecords } from '#server/database/tables/usage.ts';
import { countedBetween, usageParts } from '#server/store/usage/usage-hours.ts';
import { loadUsage } from '#server/store/usage/usage-entries.ts';
import { onEachBillingStore, seconds } from '#tests/support/billing-store.ts';

const now = seconds('2026-03-30T12:20:30Z');
const start = seconds('2026-03-01T12:20:00Z');
const records = 200_000;
const names = ['first', 'second', 'third'];
const organization = {
  slug: 'busy',
  name: 'busy',
  plan: 'pro',
  cyclesBefore: 0,
  daysIntoCycle: 29,
  projects: names.map((name) => ({ name })),
} as const;

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

function rowsRead(node: PlanNode, table: string): number {
  const isOwn = node['Relation Name']?.startsWith(table) === true;
  const ownRows = isOwn ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] : 0;
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child, table), ownRows);
}

onEachBillingStore([organization], now, (get) => {
  it('reads single records only of a minute that something cuts, however many there are', async () => {
    const { db, organizationId, rows } = get();
    const id = await organizationId('busy');
    await db.execute(`
      insert into usage_records (organization_id, record_id, project_id, metric, kind, resource_id, category, from_seconds, quantity)
      select ${id}, 'r' || i, p.id, 'EGRESS', 'primary', p.ref, 'rest', ${start} + (i::bigint * ${now - start}) / ${records}, 1000
      from generate_series(0, ${records - 1}) i
      join (select id, ref, row_number() over (order by id) - 1 as place from projects where organization_id = ${id}) p on p.place = i % 3`);
    await db.execute(`
      insert into usage_totals (organization_id, project_id, segment_seconds, metric, quantity)
      select organization_id, project_id, ${start}, metric, sum(quantity) from usage_records group by 1, 2, 4`);
    await db.execute('analyze usage_records');
    await db.execute('analyze usage_minutes');
    const planOf = async (statement: SQL): Promise<PlanNode> => {
      const [row] = rowsOf<Record<string, unknown>>(await db.execute(sql`explain (analyze, format json) ${statement}`));
      const [said] = Object.values(row ?? {});
      const [{ Plan }] = (typeof said === 'string' ? JSON.parse(said) : said) as [{ Plan: PlanNode }];
      return Plan;
    };
    // The query may read minute sums only in the three hours that contain `start`, the edge and `now`. It may read single records only in
    // the two minutes that contain the edge and `now`.
    const edges = [start + 86_417];
    const counted = countedBetween(id, usageParts(start, now, edges));
    const plan = await planOf(counted);
    expect(rowsRead(plan, 'usage_records')).toBeGreaterThan(0);
    expect(rowsRead(plan, 'usage_records')).toBeLessThan(30);
    expect(rowsRead(plan, 'usage_minutes')).toBeLessThan(3 * 60 * names.length + 30);
    const separateRows = await db.execute(
      sql`select (at >= ${edges[0]}) as after, sum(quantity)::float8 as sum from (${counted}) c group by 1 order by 1`,
    );
    expect(rowsOf(separateRows)).toEqual(
      await rows(`select (from_seconds >= ${edges[0]}) as after, sum(quantity)::float8 as sum from usage_records group by 1 order by 1`),
    );

    const before = now - 90;
    const range = { organizationId: id, fromSeconds: start, untilSeconds: before, isExact: true };
    const { entries } = await loadUsage(db, range);
    const [{ sum } = { sum: 0 }] = await rows<{ sum: number }>(
      `select sum(quantity)::float8 as sum from usage_records where from_seconds < ${before}`,
    );
    const egress = entries.filter(({ metric }) => metric === 'EGRESS');
    expect(egress.reduce((total, { quantity }) => total + quantity, 0)).toBe(sum);

    // Negative control: if the query joined minutes and records directly, PostgreSQL would read all records.
    const joined = sql`select r.* from unnest(${sql.param([start, ...edges, now])}::bigint[]) as minute (at)
      cross join ${projects} own
      join ${usageRecords} r on r.organization_id = own.organization_id and r.project_id = own.id and r.from_seconds >= minute.at and r.from_seconds < minute.at + 60
      where own.organization_id = ${id} and r.until_seconds is null and r.replaced_by is null`;
    expect(rowsRead(await planOf(joined), 'usage_records')).toBeGreaterThan(records - 1);
  });
});
