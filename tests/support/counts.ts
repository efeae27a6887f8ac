import { appendFileSync } from 'node:fs';

type CountName =
  | 'BAD_INPUTS'
  | 'ENGINE_HISTORIES'
  | 'LIMIT_HISTORIES'
  | 'SCHEDULES'
  | 'KILLS'
  | 'SEED'
  | 'WORLDS'
  | 'STAFF_ACTS'
  | 'FAILOVERS'
  | 'TTL';

/** Returns a number of runs. It is low by default; `npm run reliability` sets a higher number in the environment. */
export function countOf(name: CountName, usual: number): number {
  const requestedCount = Number(process.env[`RELIABILITY_${name}`] ?? Number.NaN);
  return Number.isSafeInteger(requestedCount) ? requestedCount : usual;
}

const until = Number(process.env['RELIABILITY_UNTIL'] ?? Number.NaN);

export const isTimeUp = (): boolean => Date.now() > until;

export const isLongRun = process.env['RELIABILITY_REPORT'] !== undefined;

export interface Done {
  readonly part: string;
  readonly seed: number;
  readonly count: number;
  readonly violations: number;
  readonly counted?: Readonly<Record<string, number | string>>;
}

export function report(done: Done): void {
  const path = process.env['RELIABILITY_REPORT'];
  if (path) appendFileSync(path, `${JSON.stringify({ ...done, commit: process.env['RELIABILITY_COMMIT'] })}\n`);
}
