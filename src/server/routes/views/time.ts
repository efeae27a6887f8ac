import { isoDate } from '#lib/dates/format.ts';

export const unixSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** Part of a file's name for a period whose end is exclusive: '-from-2026-05-01-to-2026-05-31'; empty without limits. */
export const periodInName = (from: number | undefined, until: number | undefined): string =>
  `${from === undefined ? '' : `-from-${isoDate(from)}`}${until === undefined ? '' : `-to-${isoDate(until - 1)}`}`;
