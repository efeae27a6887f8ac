import { DateTime } from 'luxon';

export type CycleBounds = { startSeconds: number; endSeconds: number };

/** Same day of month and time, or the month's last day. Counted from the anchor, so that a short month shortens one cycle only. */
export function cycleBoundarySeconds(anchorSeconds: number, months: number): number {
  return DateTime.fromSeconds(anchorSeconds, { zone: 'utc' }).plus({ months }).toSeconds();
}

/** A boundary belongs to the cycle that it starts. */
export function cycleAt(anchorSeconds: number, atSeconds: number): CycleBounds {
  if (!Number.isSafeInteger(anchorSeconds)) throw new RangeError('The anchor must be whole seconds');
  const anchor = DateTime.fromSeconds(anchorSeconds, { zone: 'utc' });
  const at = DateTime.fromSeconds(atSeconds, { zone: 'utc' });
  if (!anchor.isValid || !at.isValid) throw new RangeError('The anchor and the instant must be unix times');
  let months = (at.year - anchor.year) * 12 + at.month - anchor.month;
  if (cycleBoundarySeconds(anchorSeconds, months) > atSeconds) months -= 1;
  return { startSeconds: cycleBoundarySeconds(anchorSeconds, months), endSeconds: cycleBoundarySeconds(anchorSeconds, months + 1) };
}
