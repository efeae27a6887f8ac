import type { Database } from '#server/database/database.ts';
import { freeIds, insertRecords, recordKey, type NewRecord } from './usage-writing.ts';

/** Start of the time that an organization still accepts usage of. */
type OpenFrom = (organizationId: number) => number;

/** Frees those ids that belong to records of a time which is no longer accepted. @returns the keys that are free now */
export const freePastIds = (tx: Database, rows: readonly NewRecord[], openFrom: OpenFrom): Promise<Set<string>> =>
  freeIds(
    tx,
    rows.map(({ organizationId, recordId }) => ({ organizationId, recordId, openFromSeconds: openFrom(organizationId) })),
  );

/** Inserts records, also those whose id an earlier record had until its time was no longer accepted. @returns the keys of other known ids */
export async function insertWithFreedIds(tx: Database, rows: readonly NewRecord[], openFrom: OpenFrom): Promise<Set<string>> {
  const known = await insertRecords(tx, rows);
  if (known.size === 0) return known;
  const taken = rows.filter((row) => known.has(recordKey(row)));
  const freed = await freePastIds(tx, taken, openFrom);
  if (freed.size === 0) return known;
  const again = await insertRecords(
    tx,
    taken.filter((row) => freed.has(recordKey(row))),
  );
  return new Set([...known].filter((key) => !freed.has(key) || again.has(key)));
}
