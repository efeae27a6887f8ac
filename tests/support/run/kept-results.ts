import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// Results of test files, kept by the state of the sources: a run that was interrupted continues with the files that are missing.

export interface FileResult {
  /** Name of the part of the set; a file can run in several, for example on PostgreSQL. */
  readonly part: string;
  readonly file: string;
  readonly passed: boolean;
  readonly seconds: number;
}

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });

/** Whether the sources differ from the last commit. */
export const isDirty = (): boolean => git('status', '--porcelain') !== '';

/** @returns the commit; with uncommitted changes, the commit and a hash of them */
export function sourceState(): string {
  const commit = git('rev-parse', 'HEAD').trim();
  if (!isDirty()) return commit;
  const untracked = git('ls-files', '--others', '--exclude-standard').split('\n').filter(Boolean);
  const hash = createHash('sha256').update(git('diff', '--binary', 'HEAD'));
  for (const path of untracked) hash.update(path).update(readFileSync(path));
  return `${commit}-${hash.digest('hex').slice(0, 12)}`;
}

export const resultsPath = (state: string): string => join('.cache', 'tests', `${state}.jsonl`);

export function readResults(path: string): FileResult[] {
  if (!existsSync(path)) return [];
  // A run that was killed may leave half a line.
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as FileResult);
}

export function appendResult(path: string, result: FileResult): void {
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, `${JSON.stringify(result)}\n`);
}

/** Files of a part whose last result is a pass. */
export function passedFiles(results: readonly FileResult[], part: string): Set<string> {
  const last = new Map(results.filter((result) => result.part === part).map(({ file, passed }) => [file, passed]));
  return new Set([...last].filter(([, passed]) => passed).map(([file]) => file));
}
