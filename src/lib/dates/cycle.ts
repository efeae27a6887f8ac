import { DateTime } from 'luxon';

export type CycleBounds = { startSeconds: number; endSeconds: number };

/**
 * Start of a cycle, at the anchor's time and day of the month. If a month is too short, the cycle starts on the last day of the month.
 * Later cycles start on the anchor's day again.
 */
export function cycleBoundarySeconds(anchorSeconds: number, months: number): number {
  return DateTime.fromSeconds(anchorSeconds, { zone: 'utc' }).plus({ months }).toSeconds();
}

/** Cycle that contains an instant. A boundary belongs to the cycle that starts at the boundary. */
export function cycleAt(anchorSeconds: number, atSeconds: number): CycleBounds {
  if (!Number.isSafeInteger(anchorSeconds)) throw new RangeError('The anchor must be whole seconds');
  const anchor = DateTime.fromSeconds(anchorSeconds, { zone: 'utc' });
  const at = DateTime.fromSeconds(atSeconds, { zone: 'utc' });
  if (!anchor.isValid || !at.isValid) throw new RangeError('The anchor and the instant must be unix times');
  let months = (at.year - anchor.year) * 12 + at.month - anchor.month;
  if (cycleBoundarySeconds(anchorSeconds, months) > atSeconds) months -= 1;
  return { startSeconds: cycleBoundarySeconds(anchorSeconds, months), endSeconds: cycleBoundarySeconds(anchorSeconds, months + 1) };
}
