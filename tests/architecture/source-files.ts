import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export function sourcePaths(pattern: RegExp): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
  return listed.split('\n').filter((path) => pattern.test(path) && existsSync(path));
}

export const sourceFiles = (pattern: RegExp): { path: string; text: string }[] =>
  sourcePaths(pattern).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
