import type { CapTimeline } from './periods.ts';

export type ChangeTiming = {
  direction: 'upgrade' | 'downgrade' | undefined;
  /** True if a card is charged now. The payer has up to a day to confirm the payment. */
  byCard: boolean;
};

/** Upgrades paid by card are priced for the time of the quote. Other changes are priced when they are accepted or paid. */
export const countsFromQuote = ({ direction, byCard }: ChangeTiming): boolean => direction === 'upgrade' && byCard;

/** If the cycle begins before the change takes effect, the old setting applies until then. */
export function capOfNewCycle(wasOn: boolean, isOn: boolean, startSeconds: number, effectSeconds: number): CapTimeline {
  if (wasOn === isOn || effectSeconds <= startSeconds) return { initiallyOn: isOn, changes: [] };
  return { initiallyOn: wasOn, changes: [{ atSeconds: effectSeconds, on: isOn }] };
}
