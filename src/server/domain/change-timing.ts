import type { CapTimeline } from './periods.ts';

export type ChangeTiming = {
  direction: 'upgrade' | 'downgrade' | undefined;
  /** Whether a card is charged now. The payer can take up to a day to confirm. */
  byCard: boolean;
};

/** True for upgrades paid by card, because the charge was calculated for that time. Others take effect when accepted or paid. */
export const countsFromQuote = ({ direction, byCard }: ChangeTiming): boolean => direction === 'upgrade' && byCard;

/** If the cycle begins before the change takes effect, the old setting applies until then. */
export function capOfNewCycle(wasOn: boolean, isOn: boolean, startSeconds: number, effectSeconds: number): CapTimeline {
  if (wasOn === isOn || effectSeconds <= startSeconds) return { initiallyOn: isOn, changes: [] };
  return { initiallyOn: wasOn, changes: [{ atSeconds: effectSeconds, on: isOn }] };
}
