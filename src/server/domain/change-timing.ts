/** Effective time of a change. Instants are seconds since 1970. */
import type { CapTimeline } from './periods.ts';

export type ChangeTiming = {
  direction: 'upgrade' | 'downgrade' | undefined;
  /** A card is charged now; the payer can take up to a day to confirm. */
  byCard: boolean;
};

/**
 * Whether a change takes effect at its quote. Upgrades paid by card do, because the charge was calculated for that instant. Other changes
 * take effect when accepted or paid.
 */
export const countsFromQuote = ({ direction, byCard }: ChangeTiming): boolean => direction === 'upgrade' && byCard;

/** Spend cap of a cycle that began before its change took effect. Until then the old cap decides what is charged. */
export function capOfNewCycle(wasOn: boolean, isOn: boolean, startSeconds: number, effectSeconds: number): CapTimeline {
  if (wasOn === isOn || effectSeconds <= startSeconds) return { initiallyOn: isOn, changes: [] };
  return { initiallyOn: wasOn, changes: [{ atSeconds: effectSeconds, on: isOn }] };
}
