import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Program with a calibration loop. It runs separately, because V8 makes the same loop twice as fast inside of a function. */
const loop = 'const started = Date.now(); let s = 0; for (let i = 0; i < 1e9; i++) s += i; console.log((Date.now() - started) / 1000)';

/** Returns the seconds of a loop of 1e9 additions on this machine. Test times are stored with this value, so that they are comparable. */
export const loopSeconds = (): number => Number(execFileSync(process.execPath, ['-e', loop], { encoding: 'utf8' }));

const TICKS_PER_SECOND = 100;

/** @returns the CPU seconds of ended child processes; 0 outside of Linux */
export function childSeconds(): number {
  const file = '/proc/self/stat';
  if (!existsSync(file)) return 0;
  // Reads fields 16 and 17. Splits only the text after the process name in brackets, because the name may contain spaces.
  const [, afterName = ''] = readFileSync(file, 'utf8').split(') ');
  const fields = afterName.split(' ').map(Number);
  return ((fields[13] ?? 0) + (fields[14] ?? 0)) / TICKS_PER_SECOND;
}
