/** This file uses no date library, so that both the server and the browser can import it. */

const DAY_SECONDS = 86_400;

export type CycleProgress = { lengthDays: number; daysLeft: number; daysElapsed: number };

export function cycleProgress(startSeconds: number, endSeconds: number, nowSeconds: number): CycleProgress {
  const lengthDays = Math.max(0, Math.round((endSeconds - startSeconds) / DAY_SECONDS));
  const daysLeft = Math.min(lengthDays, Math.max(0, Math.floor((endSeconds - nowSeconds) / DAY_SECONDS)));
  return { lengthDays, daysLeft, daysElapsed: lengthDays - daysLeft };
}
