import type { Database } from '#server/database/database.ts';
import { freeIds, insertRecords, recordKey, type NewRecord } from './usage-writing.ts';

/** Earliest usage time that an organization still accepts. */
export type OpenFrom = (organizationId: number) => number;

/** Makes the IDs of old records available, if usage of their time is no longer accepted. @returns the keys of these IDs */
export const freePastIds = (tx: Database, rows: readonly NewRecord[], openFrom: OpenFrom): Promise<Set<string>> =>
  freeIds(
    tx,
    rows.map(({ organizationId, recordId }) => ({ organizationId, recordId, openFromSeconds: openFrom(organizationId) })),
  );

/** May reuse IDs of old records if usage of their time is no longer accepted. @returns keys of records that exist already */
export async function insertWithFreedIds(tx: Database, rows: readonly NewRecord[], openFrom: OpenFrom): Promise<Set<string>> {
  const known = await insertRecords(tx, rows);
  if (known.size === 0) return known;
  const repeated = rows.filter((row) => known.has(recordKey(row)));
  const freed = await freePastIds(tx, repeated, openFrom);
  if (freed.size === 0) return known;
  const again = await insertRecords(
    tx,
    repeated.filter((row) => freed.has(recordKey(row))),
  );
  return new Set([...known].filter((key) => !freed.has(key) || again.has(key)));
}
