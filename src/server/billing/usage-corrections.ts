import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { usageRecords } from '#server/database/tables/usage.ts';
import type { UsageWindow } from '#server/store/usage-window.ts';

export type StoredRecord = typeof usageRecords.$inferSelect;

/** A record that corrects an earlier one, as far as its place among the others goes. */
export interface Correction {
  readonly recordId: string;
  readonly replaces: string | null;
}

export interface CorrectionProblem {
  readonly code: 'unknown_record' | 'already_replaced' | 'late';
  readonly field: 'replaces';
  readonly message: string;
}

const problem = (code: CorrectionProblem['code'], message: string): CorrectionProblem => ({ code, field: 'replaces', message });

/** The stored records of these ids, by id. */
export async function storedRecords(tx: Database, organizationId: number, ids: readonly string[]): Promise<Map<string, StoredRecord>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(usageRecords)
    .where(and(eq(usageRecords.organizationId, organizationId), inArray(usageRecords.recordId, [...ids])));
  return new Map(rows.map((row) => [row.recordId, row]));
}

/** A record counts, or says that there was no use, as long as no other one corrects it. */
const isLatest = ({ recordId, replacedBy }: Pick<StoredRecord, 'recordId' | 'replacedBy'>): boolean =>
  replacedBy === null || replacedBy === recordId;

/**
 * Puts corrections in the order in which each finds what it corrects, also where a batch corrects its own corrections; one record has
 * one correction. Every other one has a problem.
 * @param known what is stored of the records that they correct
 */
export function orderCorrections<Row extends Correction>(
  rows: readonly Row[],
  known: ReadonlyMap<string, StoredRecord>,
  { openFromSeconds }: Pick<UsageWindow, 'openFromSeconds'>,
): { readonly accepted: Row[]; readonly problems: ReadonlyMap<Row, CorrectionProblem> } {
  const problems = new Map<Row, CorrectionProblem>();
  const accepted: Row[] = [];
  const corrected = new Set<string>();
  const byTarget = new Map<string, Row[]>();
  for (const row of rows) byTarget.set(row.replaces ?? '', [...(byTarget.get(row.replaces ?? '') ?? []), row]);
  const take = (row: Row, target: string): void => {
    if (corrected.has(target)) return void problems.set(row, problem('already_replaced', 'Another record corrects that record already'));
    corrected.add(target);
    accepted.push(row);
  };
  for (const [target, own] of byTarget) {
    const stored = known.get(target);
    if (!stored) continue;
    const isLate = stored.fromSeconds < openFromSeconds;
    if (!isLatest(stored)) corrected.add(target);
    for (const row of own)
      if (isLate) problems.set(row, problem('late', 'Usage of the time of that record is no longer accepted'));
      else take(row, target);
  }
  // Each accepted correction may be corrected in its turn: the list grows while it is read.
  for (const { recordId } of accepted) if (!known.has(recordId)) for (const row of byTarget.get(recordId) ?? []) take(row, recordId);
  const isAccepted = new Set(accepted);
  for (const row of rows)
    if (!isAccepted.has(row) && !problems.has(row)) problems.set(row, problem('unknown_record', 'There is no record with this id'));
  return { accepted, problems };
}

/** Corrected records count no longer. The caller holds the organization's lock. */
export async function markCorrected(tx: Database, organizationId: number, rows: readonly Correction[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    update ${usageRecords} set replaced_by = c.by
    from unnest(${sql.param(rows.map(({ replaces }) => replaces))}::text[], ${sql.param(rows.map(({ recordId }) => recordId))}::text[]) as c (target, by)
    where ${usageRecords.organizationId} = ${organizationId} and ${usageRecords.recordId} = c.target`);
}
