import { pageFaults } from '#a11y/faults/page-faults.ts';
import type { Catcher } from '#a11y/faults/fault.ts';
import { walkFaults } from '#a11y/faults/walk-faults.ts';
import type { Adherence, Criterion, Proof } from './criteria.ts';
import type { Evidence } from './evidence.ts';
import { proofNames, seededFaultsTest, type ProofStates } from './proofs.ts';

export interface CriterionResult {
  readonly criterion: Criterion;
  readonly adherence: Adherence;
  readonly notes: string;
  readonly restsOn: readonly string[];
}

const proofOf: Readonly<Record<Catcher, Proof>> = {
  'axe-core': 'engines',
  'house rules': 'house',
  'hit test': 'hits',
  'virtual screen reader': 'virtual',
  'keyboard walk': 'walks',
};

const catchers: ReadonlyMap<string, Catcher> = new Map([...pageFaults, ...walkFaults].map(({ name, caughtBy }) => [name, caughtBy]));

export const unknownPlants = (all: readonly Criterion[]): string[] =>
  all.flatMap(({ num, plants }) => plants.filter((name) => !catchers.has(name)).map((name) => `${num}: ${name}`));

/** The report format allows "not evaluated" only at level AAA. */
const withoutEvidence = ({ level }: Criterion): Adherence => (level === 'AAA' ? 'not-evaluated' : 'does-not-support');

/** Judges a criterion. "Supports" requires that the checks detect the planted faults and find no other fault. */
export function judge(criterion: Criterion, proofs: ProofStates, { tests }: Pick<Evidence, 'tests'>): CriterionResult {
  const { absent, open, plants, also, level, byHand } = criterion;
  const checked = byHand ? `Checked by hand on ${byHand.date} by ${byHand.steps}.` : '';
  if (absent !== undefined) return { criterion, adherence: 'not-applicable', notes: absent, restsOn: [] };
  const needed = [...new Set([...plants.flatMap((name) => (catchers.has(name) ? [proofOf[catchers.get(name) as Catcher]] : [])), ...also])];
  const restsOn = [...new Set(needed.flatMap((proof) => proofs[proof]?.restsOn ?? []))];
  if (plants.length === 0)
    return {
      criterion,
      adherence: level === 'AAA' ? 'not-evaluated' : 'partially-supports',
      notes: `${open ?? ''} Not proven by a test. ${checked || 'Not checked by hand.'}`.trim(),
      restsOn,
    };
  const named = (wanted: (proof: Proof) => boolean): string =>
    needed
      .filter(wanted)
      .map((proof) => proofNames[proof])
      .join(', ');
  const missing = named((proof) => proofs[proof] === undefined);
  const failed = named((proof) => proofs[proof]?.holds === false);
  const missed = plants.filter((name) => tests[seededFaultsTest]?.failures.some((failure) => failure.includes(name)));
  const by = `Planted faults that are caught: ${plants.map((name) => `"${name}" by ${catchers.get(name) ?? 'nothing'}`).join(', ')}.`;
  if (missing !== '')
    return { criterion, adherence: withoutEvidence(criterion), notes: open ?? `There is no evidence of ${missing}.`, restsOn };
  const gap =
    missed.length > 0
      ? `Not caught when planted: ${missed.join(', ')}.`
      : failed !== ''
        ? `Not everything has passed on the present screens: ${failed}.`
        : open && `${open} ${by}`;
  return { criterion, adherence: gap === undefined ? 'supports' : 'partially-supports', notes: `${gap ?? by} ${checked}`.trim(), restsOn };
}
