import { isoDate } from '#lib/dates/format.ts';

export const unixSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** Returns the period in a file name, such as '-from-2026-05-01-to-2026-05-31'. `until` is exclusive. Returns '' if both are undefined. */
export const periodInName = (from: number | undefined, until: number | undefined): string =>
  `${from === undefined ? '' : `-from-${isoDate(from)}`}${until === undefined ? '' : `-to-${isoDate(until - 1)}`}`;
