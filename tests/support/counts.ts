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

/** How much of a long test runs: a few in every test run, as many as asked for by `npm run reliability`. */
export function countOf(name: CountName, usual: number): number {
  const requestedCount = Number(process.env[`RELIABILITY_${name}`] ?? Number.NaN);
  return Number.isSafeInteger(requestedCount) ? requestedCount : usual;
}

const until = Number(process.env['RELIABILITY_UNTIL'] ?? Number.NaN);

/** True once the time that was given to a long run is over: it then stops where it is and reports what it has done. */
export const isTimeUp = (): boolean => Date.now() > until;

/** Whether this is the long run, whose figures are kept. */
export const isLongRun = process.env['RELIABILITY_REPORT'] !== undefined;

/** What a part of the long run has done: the seeds from `seed` on, `count` of them, and what it counted on the way. */
export interface Done {
  readonly part: string;
  readonly seed: number;
  readonly count: number;
  readonly violations: number;
  readonly counted?: Readonly<Record<string, number | string>>;
}

/** One line of the report that `npm run reliability` makes. */
export function report(done: Done): void {
  const path = process.env['RELIABILITY_REPORT'];
  if (path) appendFileSync(path, `${JSON.stringify({ ...done, commit: process.env['RELIABILITY_COMMIT'] })}\n`);
}
