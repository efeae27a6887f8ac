/** From when on a change counts. Instants are seconds since 1970. */
import type { CapTimeline } from './periods.ts';

export type ChangeTiming = {
  direction: 'upgrade' | 'downgrade' | undefined;
  /** A card is charged for it now, which may take its payer up to a day. */
  byCard: boolean;
};

/**
 * An upgrade that a card pays begins its cycle at the quote, however late the payment completes: what is charged was worked out for
 * that instant. Every other change counts from when it is accepted, or from when its payment succeeds: until then usage is billed
 * under the old rules.
 */
export const countsFromQuote = ({ direction, byCard }: ChangeTiming): boolean => direction === 'upgrade' && byCard;

/**
 * The spend cap of a cycle that began before its change took effect: until then it is as it was, so that what the cap covered stays
 * uncharged and what it did not is charged.
 */
export function capOfNewCycle(wasOn: boolean, isOn: boolean, startSeconds: number, effectSeconds: number): CapTimeline {
  if (wasOn === isOn || effectSeconds <= startSeconds) return { initiallyOn: isOn, changes: [] };
  return { initiallyOn: wasOn, changes: [{ atSeconds: effectSeconds, on: isOn }] };
}
