import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Matching files of the project, tracked or new, with their text. */
export function sourceFiles(pattern: RegExp): { path: string; text: string }[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
  return listed
    .split('\n')
    .filter((path) => pattern.test(path) && existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}
