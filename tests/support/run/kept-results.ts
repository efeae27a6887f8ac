import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { TestPart } from './test-sets.ts';

// Stores test results by source state, so that an interrupted run resumes, and a later commit reuses results of unaffected files.

export interface FileResult {
  /** Name of the part of the test set; a file can belong to several parts, for example on PostgreSQL. */
  readonly part: string;
  readonly file: string;
  readonly passed: boolean;
  readonly seconds: number;
}

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });

export const isDirty = (): boolean => git('status', '--porcelain') !== '';

/** @returns the commit id, and a hash of uncommitted changes if there are any */
export function sourceState(): string {
  const commit = git('rev-parse', 'HEAD').trim();
  if (!isDirty()) return commit;
  const untracked = git('ls-files', '--others', '--exclude-standard').split('\n').filter(Boolean);
  const hash = createHash('sha256').update(git('diff', '--binary', 'HEAD'));
  for (const path of untracked) hash.update(path).update(readFileSync(path));
  return `${commit}-${hash.digest('hex').slice(0, 12)}`;
}

const resultsFolder = join('.cache', 'tests');

export const resultsPath = (state: string): string => join(resultsFolder, `${state}.jsonl`);

export function readResults(path: string): FileResult[] {
  if (!existsSync(path)) return [];
  // A killed run may leave an incomplete line.
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as FileResult);
}

export function appendResult(path: string, result: FileResult): void {
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, `${JSON.stringify(result)}\n`);
}

export function passedFiles(results: readonly FileResult[], part: string): Set<string> {
  const last = new Map(results.filter((result) => result.part === part).map(({ file, passed }) => [file, passed]));
  return new Set([...last].filter(([, passed]) => passed).map(([file]) => file));
}

export function commitsWithResults(): string[] {
  if (!existsSync(resultsFolder)) return [];
  const kept = new Set(readdirSync(resultsFolder).map((file) => basename(file, '.jsonl')));
  return git('log', '--format=%H', '--max-count=200', 'HEAD~1')
    .split('\n')
    .filter((commit) => kept.has(commit));
}

/** @param affected files that depend on a change since the stored run @returns the number of copied results */
export function takeOverResults(
  parts: readonly TestPart[],
  earlier: readonly FileResult[],
  affected: ReadonlyMap<string, number>,
  resultsFile: string,
): number {
  const known = readResults(resultsFile);
  let copied = 0;
  for (const { name, files } of parts) {
    const [had, has] = [passedFiles(earlier, name), new Set(known.filter(({ part }) => part === name).map(({ file }) => file))];
    for (const file of files) {
      if (!had.has(file) || has.has(file) || affected.has(file)) continue;
      const seconds = earlier.findLast((result) => result.part === name && result.file === file)?.seconds ?? 0;
      appendResult(resultsFile, { part: name, file, passed: true, seconds });
      copied += 1;
    }
  }
  return copied;
}
