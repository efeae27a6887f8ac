/** Date formats shared by server and browser: UTC, English months from a fixed table, no Intl and no library. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const UNKNOWN = 'Unknown date';

/** 'YYYY-MM-DDTHH:mm:ss.sssZ', sliced from its end because years can be longer; null for an invalid time. */
const isoTime = (unixSeconds: number): string | null => new Date(unixSeconds * 1000).toJSON();

/** 'Feb 03, 2026' for a Unix time; 'Unknown date' for an invalid one. */
export function formatDate(unixSeconds: number): string {
  const iso = isoTime(unixSeconds);
  return iso ? `${MONTHS[Number(iso.slice(-19, -17)) - 1]} ${iso.slice(-16, -14)}, ${Number(iso.slice(0, -20))}` : UNKNOWN;
}

/** Like `formatDate`, with no-break spaces, for narrow places. */
export const unbrokenDate = (unixSeconds: number): string => formatDate(unixSeconds).replaceAll(' ', '\u00a0');

/** 'Feb 3' for a Unix time, if the year is obvious. */
export function formatDayOfYear(unixSeconds: number): string {
  const iso = isoTime(unixSeconds);
  return iso ? `${MONTHS[Number(iso.slice(-19, -17)) - 1]} ${Number(iso.slice(-16, -14))}` : UNKNOWN;
}

/** 'Oct 3 to Nov 3' for two Unix times; only 'Oct 3' if both are on the same day. */
export function formatDays(startSeconds: number, endSeconds: number): string {
  const [from, until] = [formatDayOfYear(startSeconds), formatDayOfYear(endSeconds)];
  return from === until ? from : `${from} to ${until}`;
}

/** 'Feb 03, 2026, HH:mm UTC' for a Unix time. */
export function formatDateTime(unixSeconds: number): string {
  const iso = isoTime(unixSeconds);
  return iso ? `${formatDate(unixSeconds)}, ${iso.slice(-13, -8)} UTC` : UNKNOWN;
}

/** 'YYYY-MM-DD' for a Unix time, for file names, CSV and `<time>`. */
export const isoDate = (unixSeconds: number): string => isoTime(unixSeconds)?.slice(0, 10) ?? UNKNOWN;
