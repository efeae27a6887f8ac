import type { Adherence, Criterion } from './criteria.ts';
import { proofNames, type ProofStates } from './proofs.ts';

export interface Judged {
  readonly criterion: Criterion;
  readonly adherence: Adherence;
  readonly notes: string;
  /** Test files and commands with their results and days. */
  readonly restsOn: readonly string[];
}

/** The format knows "not evaluated" at level AAA only. */
const withoutEvidence = ({ level }: Criterion): Adherence => (level === 'AAA' ? 'not-evaluated' : 'does-not-support');

/** Never more than the tests show: without a proof nothing is claimed, with a failed one nothing either. */
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
