import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Correction } from '#server/domain/corrections.ts';
import type { Database } from '#server/database/database.ts';
import { usageRecords } from '#server/database/tables/usage.ts';

export type StoredRecord = typeof usageRecords.$inferSelect;

/** The stored records of these ids, by id. */
export async function storedRecords(tx: Database, organizationId: number, ids: readonly string[]): Promise<Map<string, StoredRecord>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(usageRecords)
    .where(and(eq(usageRecords.organizationId, organizationId), inArray(usageRecords.recordId, [...ids])));
  return new Map(rows.map((row) => [row.recordId, row]));
}

/** Corrected records count no longer. The caller holds the organization's lock. */
export async function markCorrected(tx: Database, organizationId: number, rows: readonly Correction[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    update ${usageRecords} set replaced_by = c.by
    from unnest(${sql.param(rows.map(({ replaces }) => replaces))}::text[], ${sql.param(rows.map(({ recordId }) => recordId))}::text[]) as c (target, by)
    where ${usageRecords.organizationId} = ${organizationId} and ${usageRecords.recordId} = c.target`);
}
