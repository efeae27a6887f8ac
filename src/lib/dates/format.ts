/** Date display shared by server and browser: UTC, English months from a fixed table, no Intl and no library. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const UNKNOWN = 'Unknown date';

const twoDigits = (value: number): string => String(value).padStart(2, '0');

function utcDate(unixSeconds: number): Date | undefined {
  const date = new Date(unixSeconds * 1000);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** 'MMM DD, YYYY' of a unix time: 'Feb 03, 2026'. A value that is no time prints 'Unknown date'. */
export function formatDate(unixSeconds: number): string {
  const date = utcDate(unixSeconds);
  return date ? `${MONTHS[date.getUTCMonth()]} ${twoDigits(date.getUTCDate())}, ${date.getUTCFullYear()}` : UNKNOWN;
}

/** 'MMM DD, YYYY, HH:mm UTC' of a unix time. */
export function formatDateTime(unixSeconds: number): string {
  const date = utcDate(unixSeconds);
  return date ? `${formatDate(unixSeconds)}, ${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())} UTC` : UNKNOWN;
}

/** 'YYYY-MM-DD' of a unix time, for file names, CSV and `<time>`. */
export function isoDate(unixSeconds: number): string {
  return utcDate(unixSeconds)?.toISOString().slice(0, 10) ?? UNKNOWN;
}
