import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Runs as a separate program, because the same loop inside a function is compiled to code twice as fast. */
const loop = 'const started = Date.now(); let s = 0; for (let i = 0; i < 1e9; i++) s += i; console.log((Date.now() - started) / 1000)';

/** Seconds of a loop of 1e9 additions on this machine, the unit of all test times. */
export const loopSeconds = (): number => Number(execFileSync(process.execPath, ['-e', loop], { encoding: 'utf8' }));

const TICKS_PER_SECOND = 100;

/** @returns CPU seconds of ended child processes; 0 outside of Linux */
export function childSeconds(): number {
  const file = '/proc/self/stat';
  if (!existsSync(file)) return 0;
  // Fields 16 and 17, counted after the process name in brackets, which may contain spaces.
  const [, afterName = ''] = readFileSync(file, 'utf8').split(') ');
  const fields = afterName.split(' ').map(Number);
  return ((fields[13] ?? 0) + (fields[14] ?? 0)) / TICKS_PER_SECOND;
}
