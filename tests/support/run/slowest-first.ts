import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import type { FileResult } from './kept-results.ts';

const durationsFile = 'tests/support/run/durations.json';
/** Seconds of each file of the long set, from the last run in which the whole long set passed. */
const longDurationsFile = '.ci/long-set-durations.json';

/** Seconds per test file of a stored run. The seconds of a loop of 1e9 additions show the speed of the machine of this run. */
export interface KeptDurations {
  readonly loop_seconds: number;
  readonly seconds: Readonly<Record<string, number>>;
}

const readDurations = (path: string): KeptDurations | null =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as KeptDurations) : null;

const shortDurations = (): KeptDurations => readDurations(durationsFile) ?? { loop_seconds: 6, seconds: {} };

/** Adds the durations of the long set to `kept`. They are converted to the speed of the machine on which `kept` was measured. */
export function joinDurations(kept: KeptDurations, long: KeptDurations | null): KeptDurations {
  if (!long) return kept;
  const ratio = kept.loop_seconds / long.loop_seconds;
  const converted = Object.fromEntries(Object.entries(long.seconds).map(([file, seconds]) => [file, seconds * ratio]));
  return { ...kept, seconds: { ...kept.seconds, ...converted } };
}

export const keptDurations = (): KeptDurations => joinDurations(shortDurations(), readDurations(longDurationsFile));

const fileText = (loop: number, seconds: Readonly<Record<string, number>>): string =>
  `${JSON.stringify({ loop_seconds: Math.round(loop * 10) / 10, seconds }, null, 2)}\n`;

/** Returns the longest time per file among passed results. Fast files are included, because a file without a time counts as slow. */
export function secondsOfPasses(results: readonly FileResult[], files: readonly string[]): Record<string, number> {
  const passes = results.filter(({ file, passed, seconds }) => passed && seconds > 0 && files.includes(file));
  const longest = (file: string): number => Math.max(...passes.filter((pass) => pass.file === file).map(({ seconds }) => seconds));
  return Object.fromEntries([...new Set(passes.map(({ file }) => file))].toSorted().map((file) => [file, Math.ceil(longest(file))]));
}

/** Stores the seconds of the long set's files after all have passed. @returns path of the file */
export function writeLongDurations(results: readonly FileResult[], files: readonly string[], loop: number): string {
  writeFileSync(longDurationsFile, fileText(loop, secondsOfPasses(results, files)));
  return longDurationsFile;
}

const LEAST_SECONDS = 3;

/** Stores the run time in seconds of each file that ran. If a file ran in several parts, stores the longest time. */
export function writeDurations(results: readonly FileResult[], loop: number): void {
  const { loop_seconds, seconds: before } = shortDurations();
  const ratio = loop / loop_seconds;
  const merged = new Map(Object.entries(before).map(([file, seconds]) => [file, Math.round(seconds * ratio)]));
  for (const file of new Set(results.map((result) => result.file))) {
    const longest = Math.max(...results.filter((result) => result.file === file).map(({ seconds }) => seconds));
    merged.set(file, Math.round(longest));
  }
  const seconds = Object.fromEntries([...merged].filter(([file, taken]) => taken >= LEAST_SECONDS && existsSync(file)).toSorted());
  writeFileSync(durationsFile, fileText(loop, seconds));
}

/** Starts the slowest files first, so that no worker ends with a long file. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seconds } = keptDurations();
    const sorted = await super.sort(files);
    const duration = ({ moduleId }: TestSpecification): number => seconds[relative(process.cwd(), moduleId)] ?? 0;
    // Keeps the files of a project together, because they share its worker and servers.
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) =>
      sorted.filter(({ project }) => project.name === name).toSorted((one, other) => duration(other) - duration(one)),
    );
  }
}
