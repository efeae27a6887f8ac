import type { EngineName } from '#a11y/audit/finding.ts';
import { pageFaults } from '#a11y/faults/page-faults.ts';
import { walkFaults } from '#a11y/faults/walk-faults.ts';
import { screens as allScreens } from '#a11y/states/catalogue.ts';
import { quickToldWalks, walks } from '#a11y/walks/walks.ts';
import type { AuditFault, Evidence } from './evidence.ts';
import type { Proof } from './criteria.ts';

interface ProofState {
  readonly holds: boolean;
  readonly restsOn: readonly string[];
}

/** A proof without evidence is absent. */
export type ProofStates = Readonly<Partial<Record<Proof, ProofState>>>;

const journey = (name: string): string => `tests/journeys/${name}.test.ts`;
/** Test that reads an invoice PDF with a separate PDF reader and checks tags, reading order and image alternatives. */
export const documentTest = 'src/server/documents/invoice-document.test.ts';
export const seededFaultsTest = journey('seeded-faults');
export const testFiles = [...['accessibility', 'forced-colors', 'keyboard', 'seeded-faults', 'spoken'].map(journey), documentTest];

interface Source {
  readonly name: string;
  readonly tests: readonly string[];
  readonly engine?: EngineName;
  readonly audit?: (fault: AuditFault) => boolean;
}

const isLayout = (look: string): boolean => /320|zoom|spacing|200 %/.test(look);

const screenCount = allScreens().length;

/** Minimum number of passed tests per file: one per screen, task or fault. A lower number means that the results are outdated. */
const counts: Readonly<Record<string, number>> = {
  [journey('accessibility')]: screenCount,
  [journey('keyboard')]: walks.length,
  [journey('seeded-faults')]: pageFaults.length + walkFaults.length,
  [journey('spoken')]: quickToldWalks.length,
};

/** Tests and audit results on which each proof is based. A proof holds only if its checks also detect the seeded faults. */
const sources: Readonly<Record<Proof, Source>> = {
  engines: {
    name: 'rule engines',
    tests: [journey('accessibility'), journey('seeded-faults')],
    audit: ({ engine }) => engine !== 'house',
  },
  house: {
    name: 'rules of the house',
    tests: [journey('accessibility'), journey('seeded-faults')],
    audit: ({ engine }) => engine === 'house',
  },
  hits: {
    name: 'the hit test of every control',
    tests: [journey('accessibility'), journey('seeded-faults')],
    audit: ({ engine }) => engine === 'hit test',
    engine: 'hit test',
  },
  layout: { name: 'narrow, enlarged and spaced text', tests: [journey('forced-colors')], audit: ({ look }) => isLayout(look) },
  walks: { name: 'tasks by keys alone', tests: [journey('keyboard'), journey('seeded-faults')] },
  spoken: { name: 'tasks told to Orca', tests: [journey('spoken'), journey('keyboard')] },
  virtual: { name: 'virtual screen reader', tests: [journey('accessibility'), journey('seeded-faults')] },
};

const newest = (days: readonly string[]): string => days.toSorted().at(-1) ?? '';

function stateOf({ tests: files, audit: concerns, engine }: Source, { tests, audit }: Evidence): ProofState | undefined {
  const ran = files.map((file) => [file, tests[file]] as const);
  if (ran.some(([, result]) => result === undefined) || (concerns && !audit)) return undefined;
  if (engine && audit && !audit.engines.includes(engine)) return undefined;
  const restsOn = ran.map(([file, result]) => {
    const { passed, failed, date } = result ?? { passed: 0, failed: 0, date: '' };
    return `${file}: ${passed}${ofWords(counts[file], passed)} passed${failedWords(failed)}, ${date}`;
  });
  let holds = ran.every(([file, result]) => result !== undefined && result.failed === 0 && result.passed >= (counts[file] ?? 1));
  if (concerns && audit) {
    const { screens, looks, date } = audit;
    const found = audit.faults.filter(concerns).length;
    const unreached = audit.unreached.length;
    restsOn.push(`npm run audit: ${screens} screens, ${looks} looks, ${found} faults, ${unreached} not looked at, ${date}`);
    // An older audit may have covered fewer screens, so the number of screens must be at least the current number.
    holds &&= found === 0 && unreached === 0 && screens >= screenCount;
  }
  return { holds, restsOn };
}

const ofWords = (all: number | undefined, passed: number): string => (all !== undefined && passed < all ? ` of ${all}` : '');
const failedWords = (failed: number): string => (failed === 0 ? '' : `, ${failed} failed`);

export function proofStates(evidence: Evidence): ProofStates {
  const entries = Object.entries(sources).map(([proof, source]) => [proof, stateOf(source, evidence)] as const);
  return Object.fromEntries(entries.filter(([, state]) => state !== undefined)) as ProofStates;
}

export const proofNames = Object.fromEntries(Object.entries(sources).map(([proof, { name }]) => [proof, name])) as Readonly<
  Record<Proof, string>
>;

export const dayOf = ({ tests, audit }: Evidence): string => newest([...Object.values(tests).map(({ date }) => date), audit?.date ?? '']);
