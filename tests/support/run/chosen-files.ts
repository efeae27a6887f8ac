import { coreOfLongSet, type TestPart } from './test-sets.ts';

// Long set files in a CI run: a fixed core, and files that the change can break, nearest first, while time is left.

/** Time of a CI run on a machine whose loop of 1e9 additions takes 6 s. */
const CI_SECONDS = 25 * 60;
const REFERENCE_LOOP_SECONDS = 6;
/** Two workers share the files. */
const WORKERS = 2;
/** Time of a file without a stored result. */
const UNKNOWN_SECONDS = 20;

interface Choice {
  /** The long set, reduced to the chosen files. */
  readonly parts: readonly TestPart[];
  /** Affected files for which no time is left. */
  readonly leftOut: readonly string[];
  /** Number of files that the change can't break. */
  readonly unaffected: number;
}

interface ChoiceInput {
  readonly parts: readonly TestPart[];
  /** Distance of each affected test to a changed file. */
  readonly steps: ReadonlyMap<string, number>;
  readonly loopSeconds: number;
  readonly elapsedSeconds: number;
  /** Stored seconds per file, and the loop time of that run. */
  readonly kept: { readonly loop_seconds: number; readonly seconds: Readonly<Record<string, number>> };
}

export function chooseFiles({ parts, steps, loopSeconds, elapsedSeconds, kept }: ChoiceInput): Choice {
  const expected = (file: string): number => ((kept.seconds[file] ?? UNKNOWN_SECONDS) * loopSeconds) / kept.loop_seconds / WORKERS;
  const entries = parts.flatMap(({ name, files }) => files.map((file) => ({ part: name, file })));
  const isCore = ({ part, file }: { part: string; file: string }): boolean => coreOfLongSet.includes(file) && !part.endsWith('PostgreSQL');
  const core = entries.filter(isCore);
  const affected = entries
    .filter((entry) => !isCore(entry) && steps.has(entry.file))
    .toSorted((one, other) => (steps.get(one.file) ?? 0) - (steps.get(other.file) ?? 0));
  let left = (CI_SECONDS * loopSeconds) / REFERENCE_LOOP_SECONDS - elapsedSeconds;
  for (const { file } of core) left -= expected(file);
  const chosen = [...core];
  const leftOut: string[] = [];
  for (const entry of affected) {
    const fits = expected(entry.file) <= left;
    if (fits) {
      left -= expected(entry.file);
      chosen.push(entry);
    } else leftOut.push(`${entry.file} (${entry.part})`);
  }
  const filesOf = (name: string): string[] => chosen.filter(({ part }) => part === name).map(({ file }) => file);
  return {
    parts: parts.map((part) => ({ ...part, files: filesOf(part.name) })).filter(({ files }) => files.length > 0),
    leftOut,
    unaffected: entries.length - chosen.length - leftOut.length,
  };
}
