import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import type { FileResult } from './kept-results.ts';

const durationsFile = 'tests/support/run/durations.json';

/** Seconds that each file of tests took in the last run that was kept, where the loop of 1e9 additions took `loop_seconds`. */
export interface KeptDurations {
  readonly loop_seconds: number;
  readonly seconds: Readonly<Record<string, number>>;
}

export const keptDurations = (): KeptDurations =>
  existsSync(durationsFile) ? (JSON.parse(readFileSync(durationsFile, 'utf8')) as KeptDurations) : { loop_seconds: 6, seconds: {} };

/** Files that take less are not worth a line. */
const LEAST_SECONDS = 3;

/** Keeps the seconds of the files that have run; of a file that ran in several parts, the longest. */
export function writeDurations(results: readonly FileResult[], loop: number): void {
  const { loop_seconds, seconds: before } = keptDurations();
  const ratio = loop / loop_seconds;
  const merged = new Map(Object.entries(before).map(([file, seconds]) => [file, Math.round(seconds * ratio)]));
  for (const file of new Set(results.map((result) => result.file))) {
    const longest = Math.max(...results.filter((result) => result.file === file).map(({ seconds }) => seconds));
    merged.set(file, Math.round(longest));
  }
  const seconds = Object.fromEntries([...merged].filter(([file, taken]) => taken >= LEAST_SECONDS && existsSync(file)).toSorted());
  writeFileSync(durationsFile, `${JSON.stringify({ loop_seconds: Math.round(loop * 10) / 10, seconds }, null, 2)}\n`);
}

/** Starts the slowest files first, so that no worker is left alone with a long file at the end. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seconds } = keptDurations();
    const sorted = await super.sort(files);
    const duration = ({ moduleId }: TestSpecification): number => seconds[relative(process.cwd(), moduleId)] ?? 0;
    // Files of a project stay together: they share its worker and its servers.
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) =>
      sorted.filter(({ project }) => project.name === name).toSorted((one, other) => duration(other) - duration(one)),
    );
  }
}
