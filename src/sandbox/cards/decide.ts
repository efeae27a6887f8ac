import { declineReasons, type Decline } from './declines.ts';
import type { TestCard } from './card-behaviour.ts';

export interface PaymentSituation {
  offSession: boolean;
  readyOffSession: boolean;
  /** `any` and `challenge` require 3-D Secure if the card supports it. */
  requestThreeDSecure: 'automatic' | 'any' | 'challenge';
}

export type Decision = { kind: 'challenge' } | { kind: 'decline'; decline: Decline } | { kind: 'charge' };

export function decidePayment(card: TestCard, situation: PaymentSituation): Decision {
  const wanted = situation.requestThreeDSecure !== 'automatic' && !situation.offSession;
  if (card.threeDSecure === 'lookup_error' && (card.charge !== null || wanted)) return { kind: 'decline', decline: declineReasons.generic };
  if (needsChallenge(card, situation) || (wanted && card.threeDSecure === 'enrolled')) {
    return situation.offSession ? { kind: 'decline', decline: declineReasons.authenticationRequired } : { kind: 'challenge' };
  }
  return decideCharge(card);
}

export function decideCharge(card: TestCard): Exclude<Decision, { kind: 'challenge' }> {
  return card.charge === null ? { kind: 'charge' } : { kind: 'decline', decline: declineReasons[card.charge] };
}

/** Some test cards can be set up although every charge is declined. */
export function decideSetup(card: TestCard): Decision {
  if (card.attach !== null) return { kind: 'decline', decline: declineReasons[card.attach] };
  if (card.threeDSecure === 'lookup_error' && card.charge !== null) return { kind: 'decline', decline: declineReasons.generic };
  return card.challenge === 'until_set_up' || card.challenge === 'always' ? { kind: 'challenge' } : { kind: 'charge' };
}

function needsChallenge(card: TestCard, { offSession, readyOffSession }: PaymentSituation): boolean {
  switch (card.challenge) {
    case 'never':
      return false;
    case 'always':
      return true;
    case 'present':
      return !offSession;
    case 'until_set_up':
      return !offSession || !readyOffSession;
  }
}
