import { appendFileSync } from 'node:fs';

/** How much of a long test runs: a few in every test run, as many as asked for by `npm run reliability`. */
export function countOf(name: 'BAD_INPUTS' | 'SCHEDULES' | 'KILLS' | 'SEED', usual: number): number {
  const asked = Number(process.env[`RELIABILITY_${name}`] ?? Number.NaN);
  return Number.isSafeInteger(asked) ? asked : usual;
}

/** One line of the report that `npm run reliability` makes. */
export function report(line: Readonly<Record<string, unknown>>): void {
  const path = process.env['RELIABILITY_REPORT'];
  if (path) appendFileSync(path, `${JSON.stringify(line)}\n`);
}
