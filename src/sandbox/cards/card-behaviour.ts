import type { DeclineName } from './declines.ts';

export type BehaviourId = string;

/**
 * - until_set_up: every payment requires a challenge, except an off-session payment by a card that is set up for off-session use
 * - present: every payment requires a challenge, except an off-session payment
 */
export type ChallengeRule = 'never' | 'until_set_up' | 'present' | 'always';

export interface TestCard {
  id: BehaviourId;
  numbers: readonly string[];
  methodIds: readonly string[];
  brand: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay';
  funding: 'credit' | 'debit' | 'prepaid';
  country: string;
  says: string;
  /** Result of a 3-D Secure lookup if the caller requests 3-D Secure but the issuer does not require it. */
  threeDSecure: 'unsupported' | 'not_enrolled' | 'enrolled' | 'lookup_error';
  challenge: ChallengeRule;
  attach: DeclineName | null;
  /** Decline reason of a charge; null if the charge is accepted. If the card has a challenge, the decline comes after the challenge. */
  charge: DeclineName | null;
  checks: { cvc: 'pass' | 'fail'; postal: 'pass' | 'fail'; line1: 'pass' | 'fail' };
  risk: { level: 'normal' | 'elevated' | 'highest'; score: number; blocked: boolean };
  afterCharge: 'dispute_fraudulent' | 'dispute_not_received' | 'inquiry' | 'fraud_warning' | null;
  refund: 'at_once' | 'pending' | 'fails_later';
  settles: 'at_once' | 'later_succeeds' | 'later_fails';
  losesAnswer: boolean;
  fundsAtOnce: boolean;
}
