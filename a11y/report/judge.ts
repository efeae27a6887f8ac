import type { Adherence, Criterion, Proof } from './criteria.ts';

/** What the evidence says of each proof: undefined where there is none. */
export type ProofStates = Readonly<Partial<Record<Proof, boolean>>>;

export interface Judged {
  readonly criterion: Criterion;
  readonly adherence: Adherence;
  readonly notes: string;
}

/** Never more than the tests show: without a proof nothing is claimed, with a failed one nothing either. */
export function judge(criterion: Criterion, proofs: ProofStates): Judged {
  const { absent, open } = criterion;
  if (absent !== undefined) return { criterion, adherence: 'not-applicable', notes: absent };
  const missing = criterion.proofs.filter((proof) => proofs[proof] === undefined);
  const failed = criterion.proofs.filter((proof) => proofs[proof] === false);
  const by = `Proven by: ${criterion.proofs.join(', ')}.`;
  if (missing.length > 0) return { criterion, adherence: 'not-evaluated', notes: open ?? `No evidence of: ${missing.join(', ')}.` };
  if (failed.length > 0) return { criterion, adherence: 'partially-supports', notes: `Faults found by: ${failed.join(', ')}.` };
  if (open !== undefined) return { criterion, adherence: 'partially-supports', notes: `${open} ${by}` };
  return { criterion, adherence: 'supports', notes: by };
}
