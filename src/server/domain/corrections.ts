export interface Correction {
  readonly recordId: string;
  readonly replaces: string | null;
}

export interface KnownRecord {
  readonly recordId: string;
  /** Null if no record corrects this record. A correction with quantity 0 has its own id here, so that it never counts. */
  readonly replacedBy: string | null;
  readonly fromSeconds: number;
}

export interface CorrectionProblem {
  readonly code: 'unknown_record' | 'already_replaced' | 'late';
  readonly field: 'replaces';
  readonly message: string;
}

const problem = (code: CorrectionProblem['code'], message: string): CorrectionProblem => ({ code, field: 'replaces', message });

const isLatest = ({ recordId, replacedBy }: KnownRecord): boolean => replacedBy === null || replacedBy === recordId;

/**
 * Each correction comes after the record that it corrects, also within a batch. A record can be corrected only once.
 * @param openFromSeconds the time of the earliest usage that is still accepted
 */
export function orderCorrections<Row extends Correction>(
  rows: readonly Row[],
  known: ReadonlyMap<string, KnownRecord>,
  { openFromSeconds }: { readonly openFromSeconds: number },
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
  for (const [target, correctingRows] of byTarget) {
    const stored = known.get(target);
    if (!stored) continue;
    const isLate = stored.fromSeconds < openFromSeconds;
    if (!isLatest(stored)) corrected.add(target);
    for (const row of correctingRows)
      if (isLate) problems.set(row, problem('late', 'Usage of the time of that record is no longer accepted'));
      else take(row, target);
  }
  // The list grows during the iteration, because a correction can correct another accepted correction.
  for (const { recordId } of accepted) if (!known.has(recordId)) for (const row of byTarget.get(recordId) ?? []) take(row, recordId);
  const isAccepted = new Set(accepted);
  for (const row of rows)
    if (!isAccepted.has(row) && !problems.has(row)) problems.set(row, problem('unknown_record', 'There is no record with this id'));
  return { accepted, problems };
}
