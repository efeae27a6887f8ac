import { sql } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { lateRecords } from '#server/database/tables/late-records.ts';
import { columnsOf } from './usage-writing.ts';

/** Usage record that was booked after the invoice of a period that it changes. */
type LateRecord = typeof lateRecords.$inferSelect;

/** Remembers late records, so that the daily usage that their periods were billed for stays known. The records must be stored. */
export async function insertLateRecords(tx: Database, rows: readonly LateRecord[]): Promise<void> {
  if (rows.length === 0) return;
  const column = columnsOf(rows);
  await tx.execute(sql`
    insert into ${lateRecords} (organization_id, record_id, period_id)
    select * from unnest(${column(({ organizationId }) => organizationId)}::int[], ${column(({ recordId }) => recordId)}::text[],
      ${column(({ periodId }) => periodId)}::bigint[]) order by 1, 2, 3
    on conflict do nothing`);
}
