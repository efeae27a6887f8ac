import { coreOfLongSet, type TestPart } from './test-sets.ts';

// Selects test files of the long set for a CI run. A fixed core always runs. In the remaining time, files that the change can break run:
// first the files with the fewest imports between them and a changed file.

/** Time budget of a CI run in seconds, for a machine that needs 6 s for the calibration loop of 1e9 additions. */
const CI_SECONDS = 25 * 60;
const REFERENCE_LOOP_SECONDS = 6;
const WORKERS = 2;
const UNKNOWN_SECONDS = 20;

interface PartEntry {
  readonly part: string;
  readonly file: string;
}

interface Choice {
  readonly parts: readonly TestPart[];
  /** Files that the change can break but that do not fit into the time budget. */
  readonly leftOut: readonly PartEntry[];
  readonly unaffected: readonly PartEntry[];
}

interface ChoiceInput {
  readonly parts: readonly TestPart[];
  /** Number of imports between each affected test file and the nearest changed file. */
  readonly steps: ReadonlyMap<string, number>;
  readonly loopSeconds: number;
  readonly elapsedSeconds: number;
  /** Seconds per file from a stored run, and the seconds of the calibration loop in that run. */
  readonly kept: { readonly loop_seconds: number; readonly seconds: Readonly<Record<string, number>> };
}

export function chooseFiles({ parts, steps, loopSeconds, elapsedSeconds, kept }: ChoiceInput): Choice {
  const expected = (file: string): number => ((kept.seconds[file] ?? UNKNOWN_SECONDS) * loopSeconds) / kept.loop_seconds / WORKERS;
  const entries = parts.flatMap(({ name, files }) => files.map((file) => ({ part: name, file })));
  const isCore = ({ part, file }: PartEntry): boolean => coreOfLongSet.includes(file) && !part.endsWith('PostgreSQL');
  const core = entries.filter(isCore);
  const affected = entries
    .filter((entry) => !isCore(entry) && steps.has(entry.file))
    .toSorted((one, other) => (steps.get(one.file) ?? 0) - (steps.get(other.file) ?? 0));
  let left = (CI_SECONDS * loopSeconds) / REFERENCE_LOOP_SECONDS - elapsedSeconds;
  for (const { file } of core) left -= expected(file);
  const chosen = [...core];
  const leftOut: PartEntry[] = [];
  for (const entry of affected) {
    const fits = expected(entry.file) <= left;
    if (fits) {
      left -= expected(entry.file);
      chosen.push(entry);
    } else leftOut.push(entry);
  }
  const filesOf = (name: string): string[] => chosen.filter(({ part }) => part === name).map(({ file }) => file);
  return {
    parts: parts.map((part) => ({ ...part, files: filesOf(part.name) })).filter(({ files }) => files.length > 0),
    leftOut,
    unaffected: entries.filter((entry) => !isCore(entry) && !steps.has(entry.file)),
  };
}

function linesByPart(entries: readonly PartEntry[]): string[] {
  const parts = [...new Set(entries.map(({ part }) => part))];
  const filesOf = (name: string): string[] => entries.filter(({ part }) => part === name).map(({ file }) => file);
  return parts.map((part) => `  ${part}: ${filesOf(part).join(', ')}`);
}

/** @param base last commit on which all tests of the long set passed */
export function choiceLines({ leftOut, unaffected }: Choice, base: string): string[] {
  const files = [...new Set(leftOut.map(({ file }) => file))];
  return [
    `The whole long set passed on ${base.slice(0, 8)}. The change since then can't break ${unaffected.length} of its files.`,
    ...linesByPart(unaffected),
    ...(files.length === 0
      ? []
      : [
          `Left out, because CI has no time for them (${leftOut.length}):`,
          ...linesByPart(leftOut),
          `The command that runs them: npm run test:long -- ${files.join(' ')}`,
        ]),
    "The long set's parts on Node 22 and 24 do not run in CI.",
    'The command that runs the whole long set: npm run test:long',
  ];
}

/** @throws if a file is not in the long set */
export function onlyFiles(parts: readonly TestPart[], files: readonly string[]): TestPart[] {
  const unknown = files.filter((file) => !parts.some((part) => part.files.includes(file)));
  if (unknown.length > 0) throw new Error(`Not in the long set: ${unknown.join(', ')}`);
  return parts
    .map((part) => ({ ...part, files: part.files.filter((file) => files.includes(file)) }))
    .filter((part) => part.files.length > 0);
}
