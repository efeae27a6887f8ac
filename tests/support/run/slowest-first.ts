import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import type { FileResult } from './kept-results.ts';

const durationsFile = 'tests/support/run/durations.json';

/** Seconds per test file in the last stored run, whose loop of 1e9 additions took `loop_seconds`. */
export interface KeptDurations {
  readonly loop_seconds: number;
  readonly seconds: Readonly<Record<string, number>>;
}

export const keptDurations = (): KeptDurations =>
  existsSync(durationsFile) ? (JSON.parse(readFileSync(durationsFile, 'utf8')) as KeptDurations) : { loop_seconds: 6, seconds: {} };

/** Faster files are not stored. */
const LEAST_SECONDS = 3;

/** Stores the seconds of the files that ran; the longest if a file ran in several parts. */
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

/** Starts the slowest files first, so that no worker ends with a long file. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seconds } = keptDurations();
    const sorted = await super.sort(files);
    const duration = ({ moduleId }: TestSpecification): number => seconds[relative(process.cwd(), moduleId)] ?? 0;
    // Files of a project stay together, because they share its worker and servers.
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) =>
      sorted.filter(({ project }) => project.name === name).toSorted((one, other) => duration(other) - duration(one)),
    );
  }
}
