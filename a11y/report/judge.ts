import type { Adherence, Criterion } from './criteria.ts';
import { proofNames, type ProofStates } from './proofs.ts';

export interface Judged {
  readonly criterion: Criterion;
  readonly adherence: Adherence;
  readonly notes: string;
  /** Test files and commands with results and dates. */
  readonly restsOn: readonly string[];
}

/** The format allows "not evaluated" only at level AAA. */
const withoutEvidence = ({ level }: Criterion): Adherence => (level === 'AAA' ? 'not-evaluated' : 'does-not-support');

/** Conformance of a criterion by its proofs. Missing or failed proofs support nothing. */
export function judge(criterion: Criterion, proofs: ProofStates): Judged {
  const { absent, open } = criterion;
  if (absent !== undefined) return { criterion, adherence: 'not-applicable', notes: absent, restsOn: [] };
  const named = (wanted: (proof: (typeof criterion.proofs)[number]) => boolean): string =>
    criterion.proofs
      .filter(wanted)
      .map((proof) => proofNames[proof])
      .join(', ');
  const missing = named((proof) => proofs[proof] === undefined);
  const failed = named((proof) => proofs[proof]?.holds === false);
  const restsOn = [...new Set(criterion.proofs.flatMap((proof) => proofs[proof]?.restsOn ?? []))];
  const by = `Proven by ${named(() => true)}.`;
  if (missing !== '')
    return { criterion, adherence: withoutEvidence(criterion), notes: open ?? `There is no evidence of ${missing}.`, restsOn };
  if (failed !== '') return { criterion, adherence: 'partially-supports', notes: `Faults are found by ${failed}.`, restsOn };
  if (open !== undefined) return { criterion, adherence: 'partially-supports', notes: `${open} ${by}`, restsOn };
  return { criterion, adherence: 'supports', notes: by, restsOn };
}
