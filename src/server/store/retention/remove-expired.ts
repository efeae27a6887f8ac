import { sql, type SQL } from 'drizzle-orm';
import { stepFromDate } from '#lib/dates/calendar.ts';
import { rowsOf, type Database } from '#server/database/database.ts';
import { eraseOrganization, isSettled } from '#server/store/erasure/erase-organization.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import type { RetentionRule } from './usage-retention.ts';
import { BOOKS_DAYS, CLOSED_DAYS, OWNER_DAYS, retentionRules } from './retention-table.ts';

/** Number of removed rows by table; tables without removed rows are absent. */
type Removed = Readonly<Record<string, number>>;

interface RemovalOptions {
  /** The real time. Some retention rules measure age by it, instead of by the platform clock. */
  readonly realNow?: Date;
  readonly batch?: number;
}

/** Keys of the returned counts: tables with an age limit, ended memberships of owners, erased organizations, and deleted organizations. */
export const removedTables: readonly string[] = [
  ...new Set(retentionRules.map(({ table }) => table)),
  'memberships',
  'erased_organizations',
  'organizations',
];

const usualBatch = 1000;

const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

/** Deletes in batches that skip locked rows, so concurrent and aborted runs are safe. @param now platform time */
export async function removeExpired(
  db: Database,
  now: Date,
  { realNow = new Date(), batch = usualBatch }: RemovalOptions = {},
): Promise<Removed> {
  const removed: Record<string, number> = {};
  const add = (table: string, count: number): void => {
    if (count > 0) removed[table] = (removed[table] ?? 0) + count;
  };
  for (const rule of retentionRules) {
    const before = stepFromDate(rule.clock === 'real' ? realNow : now, { days: -rule.days });
    add(rule.table, await removeByRule(db, rule, before, batch));
  }
  add('memberships', await endOwnerAccess(db, stepFromDate(now, { days: -OWNER_DAYS })));
  add('erased_organizations', await eraseClosed(db, now, stepFromDate(now, { days: -CLOSED_DAYS })));
  add('organizations', await removeOrganizations(db, stepFromDate(now, { days: -BOOKS_DAYS })));
  return removed;
}

async function removeByRule(db: Database, { table, key, isOver }: RetentionRule, before: Date, batch: number): Promise<number> {
  const columns = sql.raw(key.map((column) => `one.${column}`).join(', '));
  const isSame = sql.raw(key.map((column) => `gone.${column} = due.${column}`).join(' and '));
  const name = sql.raw(table);
  let all = 0;
  for (;;) {
    const [row] = rowsOf<{ count: number }>(
      await db.execute(sql`
        with due as (select ${columns} from ${name} one where ${isOver(instant(before))} limit ${batch}::integer for update skip locked),
          removed as (delete from ${name} gone using due where ${isSame} returning 1)
        select count(*)::integer as count from removed`),
    );
    const count = row?.count ?? 0;
    all += count;
    if (count < batch) return all;
  }
}

async function endOwnerAccess(db: Database, before: Date): Promise<number> {
  const isLeft = sql`exists (select from memberships m where m.organization_id = organizations.id)`;
  const due = rowsOf<{ id: number }>(
    await db.execute(sql`select id from organizations where closed_at < ${instant(before)} and ${isLeft} order by id`),
  );
  let count = 0;
  for (const { id } of due)
    count += rowsOf(await db.execute(sql`delete from memberships where organization_id = ${id}::integer returning member_id`)).length;
  return count;
}

/** Uses a separate transaction for each organization. Skips organizations that are not settled. */
async function eraseClosed(db: Database, now: Date, before: Date): Promise<number> {
  const due = rowsOf<{ id: number }>(
    await db.execute(sql`select id from organizations where closed_at < ${instant(before)} and erased_at is null order by id`),
  );
  let count = 0;
  for (const { id } of due)
    count += await db.transaction(async (tx) => {
      await lockOrganization(tx, id);
      if (!(await isSettled(tx, id, now))) return 0;
      await eraseOrganization(tx, id, { now, reason: 'Closed 400 days ago' });
      return 1;
    });
  return count;
}

/** Also deletes the books. Both the closing and the last ledger entry must be at least ten years ago. */
async function removeOrganizations(db: Database, before: Date): Promise<number> {
  const isOver = sql`erased_at is not null and closed_at < ${instant(before)} and not exists (
    select from ledger_transactions where organization_id = organizations.id and occurred_at >= ${instant(before)})`;
  const due = rowsOf<{ id: number }>(await db.execute(sql`select id from organizations where ${isOver} order by id`));
  let count = 0;
  for (const { id } of due)
    count += await db.transaction(async (tx) => {
      await lockOrganization(tx, id);
      const still = rowsOf(await tx.execute(sql`select id from organizations where id = ${id}::integer and ${isOver}`));
      if (still.length === 0) return 0;
      await tx.execute(sql`select set_config('platform.retention', 'on', true)`);
      // The deletion of cards and metadata writes audit entries, so the audit log is deleted later. The last two tables have no foreign key
      // to organizations.
      for (const table of [
        'payment_methods',
        'operator_metadata',
        'late_invoices',
        'audit_entries',
        'ledger_entries',
        'ledger_transactions',
        'captcha_tokens',
        'scripted_faults',
      ])
        await tx.execute(sql`delete from ${sql.raw(table)} where organization_id = ${id}::integer`);
      await tx.execute(sql`delete from organizations where id = ${id}::integer`);
      return 1;
    });
  return count;
}
