/** How far a billing cycle has come, in whole days; no library, for server HTML and browser alike. */

const DAY_SECONDS = 86_400;

export type CycleProgress = { lengthDays: number; daysLeft: number; daysElapsed: number };

/** Days left are whole days to the end, never fewer than 0 nor more than the cycle has. */
export function cycleProgress(startSeconds: number, endSeconds: number, nowSeconds: number): CycleProgress {
  const lengthDays = Math.max(0, Math.round((endSeconds - startSeconds) / DAY_SECONDS));
  const daysLeft = Math.min(lengthDays, Math.max(0, Math.floor((endSeconds - nowSeconds) / DAY_SECONDS)));
  return { lengthDays, daysLeft, daysElapsed: lengthDays - daysLeft };
}
