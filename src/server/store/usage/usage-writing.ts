import { sql, type SQL } from 'drizzle-orm';
import { rowsOf, type Database } from '#server/database/database.ts';
import { lateRecords } from '#server/database/tables/late-records.ts';
import { usageRecords } from '#server/database/tables/usage.ts';

export type StoredRecord = typeof usageRecords.$inferSelect;

export type NewRecord = Omit<StoredRecord, 'replacedBy'>;

type RecordName = Pick<StoredRecord, 'organizationId' | 'recordId'>;

export const recordKey = ({ organizationId, recordId }: RecordName): string => `${organizationId} ${recordId}`;

/** One array per column, regardless of the number of rows. */
export const columnsOf =
  <Row>(rows: readonly Row[]) =>
  (pick: (row: Row) => unknown): SQL =>
    sql`${sql.param(rows.map(pick))}`;

/**
 * Returns true if a correction withdraws a record. Such a correction must not count, because the hours of a span count even if its quantity
 * is 0.
 */
const isWithdrawal = ({ replaces, quantity }: NewRecord): boolean => replaces !== null && quantity === 0;

/** Inserts in order of the IDs, so that parallel batches do not deadlock. @returns keys of records that exist already */
export async function insertRecords(tx: Database, rows: readonly NewRecord[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const column = columnsOf(rows);
  const known = rowsOf<RecordName>(
    await tx.execute(sql`
    with sent as materialized (
      select * from unnest(${column(({ organizationId }) => organizationId)}::int[], ${column(({ recordId }) => recordId)}::text[],
        ${column(({ projectId }) => projectId)}::int[], ${column(({ metric }) => metric)}::text[], ${column(({ kind }) => kind)}::text[],
        ${column(({ resourceId }) => resourceId)}::text[], ${column(({ category }) => category)}::text[],
        ${column(({ fromSeconds }) => fromSeconds)}::bigint[], ${column(({ untilSeconds }) => untilSeconds)}::bigint[],
        ${column(({ quantity }) => quantity)}::bigint[], ${column(({ replaces }) => replaces)}::text[],
        ${column((row) => (isWithdrawal(row) ? row.recordId : null))}::text[], ${column(({ sentBy }) => sentBy)}::text[])
        as r (organization_id, record_id, project_id, metric, kind, resource_id, category, from_seconds, until_seconds, quantity, replaces, replaced_by,
          sent_by)
    ), added as (
      insert into ${usageRecords} (organization_id, record_id, project_id, metric, kind, resource_id, category, from_seconds, until_seconds, quantity, replaces, replaced_by, sent_by)
      select * from sent order by 1, 2
      on conflict (organization_id, record_id) do nothing
      returning organization_id, record_id
    )
    select sent.organization_id as "organizationId", sent.record_id as "recordId" from sent
    left join added using (organization_id, record_id) where added.record_id is null`),
  );
  return new Set(known.map(recordKey));
}

export async function storedRecords(tx: Database, names: readonly RecordName[]): Promise<Map<string, StoredRecord>> {
  if (names.length === 0) return new Map();
  const column = columnsOf(names);
  const rows = await tx
    .select()
    .from(usageRecords)
    .where(
      sql`(${usageRecords.organizationId}, ${usageRecords.recordId}) in (
        select * from unnest(${column(({ organizationId }) => organizationId)}::int[], ${column(({ recordId }) => recordId)}::text[]))`,
    );
  return new Map(rows.map((row) => [recordKey(row), row]));
}

/** Corrected records no longer count. The caller must lock their organizations. */
export async function markCorrected(
  tx: Database,
  rows: readonly Pick<NewRecord, 'organizationId' | 'recordId' | 'replaces'>[],
): Promise<void> {
  if (rows.length === 0) return;
  const column = columnsOf(rows);
  await tx.execute(sql`
    update ${usageRecords} set replaced_by = c.by
    from unnest(${column(({ organizationId }) => organizationId)}::int[], ${column(({ replaces }) => replaces)}::text[],
      ${column(({ recordId }) => recordId)}::text[]) as c (organization_id, target, by)
    where ${usageRecords.organizationId} = c.organization_id and ${usageRecords.recordId} = c.target`);
}

export interface NamedTime extends RecordName {
  readonly openFromSeconds: number;
}

/** New ID of an old record. Senders cannot choose it, because it contains a control character. */
const freedId = sql`f.record_id || chr(31) || f.from_seconds`;

/**
 * Frees the IDs of old records for new records: appends the time of each old record to its ID. The caller must lock the organizations.
 * @returns the keys of the freed IDs
 */
export async function freeIds(tx: Database, names: readonly NamedTime[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const column = columnsOf(names);
  const past = rowsOf<RecordName & Pick<StoredRecord, 'fromSeconds' | 'replaces'>>(
    await tx.execute(sql`
      select r.organization_id as "organizationId", r.record_id as "recordId", r.from_seconds::float8 as "fromSeconds", r.replaces
      from ${usageRecords} r join unnest(${column(({ organizationId }) => organizationId)}::int[], ${column(({ recordId }) => recordId)}::text[],
        ${column(({ openFromSeconds }) => openFromSeconds)}::bigint[]) as n (organization_id, record_id, open_from) using (organization_id, record_id)
      where r.from_seconds < n.open_from order by 1, 2 for update of r`),
  );
  if (past.length === 0) return new Set();
  const each = columnsOf(past);
  const freed = sql`unnest(${each(({ organizationId }) => organizationId)}::int[], ${each(({ recordId }) => recordId)}::text[],
    ${each(({ fromSeconds }) => fromSeconds)}::bigint[], ${each(({ replaces }) => replaces)}::text[]) as f (organization_id, record_id, from_seconds, replaces)`;
  await tx.execute(sql`update ${usageRecords} r set replaces = ${freedId} from ${freed}
    where r.organization_id = f.organization_id and r.replaces = f.record_id`);
  await tx.execute(sql`update ${usageRecords} r set replaced_by = ${freedId} from ${freed}
    where r.organization_id = f.organization_id and r.record_id in (f.record_id, f.replaces) and r.replaced_by = f.record_id`);
  await tx.execute(sql`update ${usageRecords} r set record_id = ${freedId} from ${freed}
    where r.organization_id = f.organization_id and r.record_id = f.record_id`);
  return new Set(past.map(recordKey));
}

type LateRecord = typeof lateRecords.$inferSelect;

/** Needed later for the daily usage of the invoice. The usage records must already be stored. */
export async function insertLateRecords(tx: Database, rows: readonly LateRecord[]): Promise<void> {
  if (rows.length === 0) return;
  const column = columnsOf(rows);
  await tx.execute(sql`
    insert into ${lateRecords} (organization_id, record_id, period_id)
    select * from unnest(${column(({ organizationId }) => organizationId)}::int[], ${column(({ recordId }) => recordId)}::text[],
      ${column(({ periodId }) => periodId)}::bigint[]) order by 1, 2, 3
    on conflict do nothing`);
}
