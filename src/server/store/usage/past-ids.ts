import type { Database } from '#server/database/database.ts';
import { freeIds, insertRecords, recordKey, type NewRecord } from './usage-writing.ts';

/** Returns the earliest usage time that an organization still accepts, in seconds since 1970. */
export type OpenFrom = (organizationId: number) => number;

/** Frees the IDs of records that are too old to be accepted now, so that new records can use these IDs. @returns the freed keys */
export const freePastIds = (tx: Database, rows: readonly NewRecord[], openFrom: OpenFrom): Promise<Set<string>> =>
  freeIds(
    tx,
    rows.map(({ organizationId, recordId }) => ({ organizationId, recordId, openFromSeconds: openFrom(organizationId) })),
  );

/** Inserts records. Frees and reuses the IDs of records that are too old to be accepted now. @returns keys of records that exist already */
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
