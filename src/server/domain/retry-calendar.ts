/** When an invoice is charged to the default card, in whole days of 24 hours after it was finalized. */
import { DAY_SECONDS } from './collection.ts';

/** The last try lies before the day on which the invoice becomes overdue. */
export const CHARGE_DAYS: readonly number[] = [0, 1, 3, 5];

/** When an invoice that could not be charged by now is tried next, in seconds since 1970; null when its last day has passed. */
export function nextChargeSeconds(finalizedAtSeconds: number, nowSeconds: number): number | null {
  const instants = CHARGE_DAYS.map((day) => finalizedAtSeconds + day * DAY_SECONDS);
  return instants.find((instant) => instant > nowSeconds) ?? null;
}
