/** Records of usage that correct earlier ones: which of them are taken, and in which order. */
/** A record that corrects an earlier one, as far as its place among the others goes. */
export interface Correction {
  readonly recordId: string;
  readonly replaces: string | null;
}

/** A record that is stored, as far as a correction of it goes. */
export interface KnownRecord {
  readonly recordId: string;
  /** What corrects it: itself where it says that there was no use. */
  readonly replacedBy: string | null;
  readonly fromSeconds: number;
}

export interface CorrectionProblem {
  readonly code: 'unknown_record' | 'already_replaced' | 'late';
  readonly field: 'replaces';
  readonly message: string;
}

const problem = (code: CorrectionProblem['code'], message: string): CorrectionProblem => ({ code, field: 'replaces', message });

/** A record counts, or says that there was no use, as long as no other one corrects it. */
const isLatest = ({ recordId, replacedBy }: KnownRecord): boolean => replacedBy === null || replacedBy === recordId;

/**
 * Puts corrections in the order in which each finds what it corrects, also where a batch corrects its own corrections; one record has
 * one correction. Every other one has a problem.
 * @param known what is stored of the records that they correct
 * @param openFromSeconds usage before this is no longer accepted
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
  // Each accepted correction may be corrected in its turn: the list grows while it is read.
  for (const { recordId } of accepted) if (!known.has(recordId)) for (const row of byTarget.get(recordId) ?? []) take(row, recordId);
  const isAccepted = new Set(accepted);
  for (const row of rows)
    if (!isAccepted.has(row) && !problems.has(row)) problems.set(row, problem('unknown_record', 'There is no record with this id'));
  return { accepted, problems };
}
