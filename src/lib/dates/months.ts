/** Start of a calendar month in UTC, in seconds since 1970: `step` months after the one that contains the instant. Without luxon. */
export function monthStart(seconds: number, step: number): number {
  const date = new Date(seconds * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + step, 1) / 1000;
}
