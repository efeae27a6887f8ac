/** Effective time of a change. Instants are seconds since 1970. */
import type { CapTimeline } from './periods.ts';

export type ChangeTiming = {
  direction: 'upgrade' | 'downgrade' | undefined;
  /** Whether a card is charged now. The payer can take up to a day to confirm. */
  byCard: boolean;
};

/**
 * Whether a change takes effect at the time of its quote. True for upgrades paid by card, because the charge was calculated for that time.
 * Other changes take effect when accepted or paid.
 */
export const countsFromQuote = ({ direction, byCard }: ChangeTiming): boolean => direction === 'upgrade' && byCard;

/** Spend cap history of a new cycle. If the cycle begins before the change takes effect, the old setting applies until then. */
export function capOfNewCycle(wasOn: boolean, isOn: boolean, startSeconds: number, effectSeconds: number): CapTimeline {
  if (wasOn === isOn || effectSeconds <= startSeconds) return { initiallyOn: isOn, changes: [] };
  return { initiallyOn: wasOn, changes: [{ atSeconds: effectSeconds, on: isOn }] };
}
