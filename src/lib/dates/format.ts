/** Date formats that server and browser share: in UTC, with English months from a fixed table, without Intl or a library. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const UNKNOWN = 'Unknown date';

/** 'YYYY-MM-DDTHH:mm:ss.sssZ'; null for an invalid time. Callers slice from the end, because a year can have more than four digits. */
const isoTime = (unixSeconds: number): string | null => new Date(unixSeconds * 1000).toJSON();

/** Formats a Unix time: 'Feb 03, 2026'. An invalid time is 'Unknown date'. */
export function formatDate(unixSeconds: number): string {
  const iso = isoTime(unixSeconds);
  return iso ? `${MONTHS[Number(iso.slice(-19, -17)) - 1]} ${iso.slice(-16, -14)}, ${Number(iso.slice(0, -20))}` : UNKNOWN;
}

/** Like `formatDate`, but with no-break spaces, for narrow places. */
export const unbrokenDate = (unixSeconds: number): string => formatDate(unixSeconds).replaceAll(' ', '\u00a0');

/** Formats a Unix time without the year, if the year is obvious: 'Feb 03'. */
export function formatDayOfYear(unixSeconds: number): string {
  const iso = isoTime(unixSeconds);
  return iso ? `${MONTHS[Number(iso.slice(-19, -17)) - 1]} ${iso.slice(-16, -14)}` : UNKNOWN;
}

/** Formats two Unix times as 'Oct 03 to Nov 03', or only 'Oct 03' if both are on the same day. */
export function formatDays(startSeconds: number, endSeconds: number): string {
  const [from, until] = [formatDayOfYear(startSeconds), formatDayOfYear(endSeconds)];
  return from === until ? from : `${from} to ${until}`;
}

/** Formats a Unix time: 'Feb 03, 2026, HH:mm UTC'. */
export function formatDateTime(unixSeconds: number): string {
  const iso = isoTime(unixSeconds);
  return iso ? `${formatDate(unixSeconds)}, ${iso.slice(-13, -8)} UTC` : UNKNOWN;
}

/** Formats a Unix time as 'YYYY-MM-DD', for file names, CSV and `<time>`. */
export const isoDate = (unixSeconds: number): string => isoTime(unixSeconds)?.slice(0, 10) ?? UNKNOWN;
