/** Date display shared by server and browser: UTC, English months from a fixed table, no Intl and no library. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const UNKNOWN = 'Unknown date';

/** 'YYYY-MM-DDTHH:mm:ss.sssZ', read from its end, for a year may be longer; null for what is no time. */
const isoTime = (unixSeconds: number): string | null => new Date(unixSeconds * 1000).toJSON();

/** 'MMM DD, YYYY' of a unix time: 'Feb 03, 2026'. A value that is no time prints 'Unknown date'. */
export function formatDate(unixSeconds: number): string {
  const iso = isoTime(unixSeconds);
  return iso ? `${MONTHS[Number(iso.slice(-19, -17)) - 1]} ${iso.slice(-16, -14)}, ${Number(iso.slice(0, -20))}` : UNKNOWN;
}

/** The same for a narrow place, where a line must not end within it. */
export const unbrokenDate = (unixSeconds: number): string => formatDate(unixSeconds).replaceAll(' ', '\u00a0');

/** 'MMM D' of a unix time: 'Feb 3', for a day whose year goes without saying. */
export function formatDayOfYear(unixSeconds: number): string {
  const iso = isoTime(unixSeconds);
  return iso ? `${MONTHS[Number(iso.slice(-19, -17)) - 1]} ${Number(iso.slice(-16, -14))}` : UNKNOWN;
}

/** 'Oct 3 to Nov 3' between two unix times; one day alone where both lie in it. */
export function formatDays(startSeconds: number, endSeconds: number): string {
  const [from, until] = [formatDayOfYear(startSeconds), formatDayOfYear(endSeconds)];
  return from === until ? from : `${from} to ${until}`;
}

/** 'MMM DD, YYYY, HH:mm UTC' of a unix time. */
export function formatDateTime(unixSeconds: number): string {
  const iso = isoTime(unixSeconds);
  return iso ? `${formatDate(unixSeconds)}, ${iso.slice(-13, -8)} UTC` : UNKNOWN;
}

/** 'YYYY-MM-DD' of a unix time, for file names, CSV and `<time>`. */
export const isoDate = (unixSeconds: number): string => isoTime(unixSeconds)?.slice(0, 10) ?? UNKNOWN;
