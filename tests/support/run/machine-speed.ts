import { existsSync, readFileSync } from 'node:fs';

const ADDITIONS = 1e9;

/**
 * Time that this machine takes for a loop of 1e9 additions: the measure that all times of tests are stated with.
 * @returns seconds
 */
export function loopSeconds(): number {
  const started = process.hrtime.bigint();
  let sum = 0;
  for (let i = 0; i < ADDITIONS; i += 1) sum += i;
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  // The sum is used, so that no compiler removes the loop.
  return sum > 0 ? seconds : Number.NaN;
}

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
