import { sql, type SQL } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { rowsOf } from '#server/database/database.ts';
import { projects } from '#server/database/tables/projects.ts';
import { usageRecords } from '#server/database/tables/usage.ts';
import { countedBetween, hourParts } from '#server/store/usage/counted-usage.ts';
import { onEachBillingStore, seconds } from '#tests/support/billing-store.ts';

const now = seconds('2026-03-30T12:20:00Z');
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

onEachBillingStore([organization], now, (get) => {
  it('reads of an hour that something cuts the records of that hour, however many there are', async () => {
    const { db, organizationId, rows } = get();
    const id = await organizationId('busy');
    await db.execute(`
      insert into usage_records (organization_id, record_id, project_id, metric, kind, resource_id, category, from_seconds, quantity)
      select ${id}, 'r' || i, p.id, 'EGRESS', 'primary', p.ref, 'rest', ${start} + (i::bigint * ${now - start}) / ${records}, 1000
      from generate_series(0, ${records - 1}) i
      join (select id, ref, row_number() over (order by id) - 1 as place from projects where organization_id = ${id}) p on p.place = i % 3`);
    await db.execute('analyze usage_records');
    const planOf = async (statement: SQL): Promise<string> => {
      const lines = rowsOf<Record<string, string>>(await db.execute(sql`explain ${statement}`));
      return lines.flatMap((line) => Object.values(line)).join('\n');
    };
    // The hours of the start, of a change and of now.
    const parts = hourParts(start, now, [start + 86_400]);
    const plan = await planOf(countedBetween(id, parts));
    expect([/Seq Scan on usage_records/.test(plan), /Index Cond: .*from_seconds/.test(plan)]).toEqual([false, true]);
    const [sum] = await rows<{ sum: number }>('select sum(quantity)::float8 as sum from usage_records');
    const counted = await db.execute(sql`select sum(quantity)::float8 as sum from (${countedBetween(id, parts)}) c`);
    expect(rowsOf(counted)).toEqual([sum]);

    // What it must not be: one join, for which the planner reads all records.
    const joined = sql`select r.* from unnest(${sql.param([...parts.partFrom])}::bigint[], ${sql.param([...parts.partUntil])}::bigint[]) as part (from_seconds, until_seconds)
      cross join ${projects} own
      join ${usageRecords} r on r.organization_id = own.organization_id and r.project_id = own.id and r.from_seconds >= part.from_seconds and r.from_seconds < part.until_seconds
      where own.organization_id = ${id} and r.until_seconds is null and r.replaced_by is null`;
    expect(await planOf(joined)).toMatch(/Seq Scan on usage_records/);
  });
});
