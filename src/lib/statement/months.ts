import type { StatementRow } from '#contract/types.ts';
import { formatDate } from '#lib/dates/format.ts';

type Rows = [StatementRow, ...StatementRow[]];

/** Start of a UTC month in seconds since 1970: `step` months after the month that contains the instant. Does not use luxon. */
export function monthStart(seconds: number, step: number): number {
  const date = new Date(seconds * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + step, 1) / 1000;
}

/** Formats the month of an instant: 'May 2026'. */
export const monthName = (seconds: number): string => formatDate(seconds).replace(/ \d+,/, '');

/** Formats a month: 'May 2026' for '2026-05'. */
export const monthTitle = (month: string): string => monthName(Date.parse(`${month}-01T00:00Z`) / 1000);

export function rowsByMonth(rows: readonly StatementRow[]): Readonly<Rows>[] {
  const months: Rows[] = [];
  for (const row of rows) {
    const last = months.at(-1);
    if (last && monthName(last[0].at) === monthName(row.at)) last.push(row);
    else months.push([row]);
  }
  return months;
}
