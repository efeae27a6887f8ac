import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Run as a program of its own: inside a function the compiler makes the same loop twice as fast. */
const loop = 'const started = Date.now(); let s = 0; for (let i = 0; i < 1e9; i++) s += i; console.log((Date.now() - started) / 1000)';

/**
 * Time that this machine takes for a loop of 1e9 additions: the measure that all times of tests are stated with.
 * @returns seconds
 */
export const loopSeconds = (): number => Number(execFileSync(process.execPath, ['-e', loop], { encoding: 'utf8' }));

const TICKS_PER_SECOND = 100;

/** @returns processor seconds of the programs that this one has started and that have ended; 0 outside of Linux */
export function childSeconds(): number {
  const file = '/proc/self/stat';
  if (!existsSync(file)) return 0;
  // Fields 16 and 17, counted after the name in brackets, which may hold spaces.
  const [, afterName = ''] = readFileSync(file, 'utf8').split(') ');
  const fields = afterName.split(' ').map(Number);
  return ((fields[13] ?? 0) + (fields[14] ?? 0)) / TICKS_PER_SECOND;
}
