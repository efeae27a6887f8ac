import type { DeclineName } from './declines.ts';

export type BehaviourId = string;

/**
 * When the cardholder must pass a challenge.
 * - never
 * - until_set_up: every payment with the customer present, and others until the card is set up for off-session use
 * - present: only with the customer present; otherwise as if set up before
 * - always: every payment, however the card was set up
 */
export type ChallengeRule = 'never' | 'until_set_up' | 'present' | 'always';

export interface TestCard {
  id: BehaviourId;
  numbers: readonly string[];
  /** Ready-made payment method ids (`pm_card_…`) that stand for this card in server-side calls. */
  methodIds: readonly string[];
  brand: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay';
  funding: 'credit' | 'debit' | 'prepaid';
  country: string;
  /** One sentence for the inspector. */
  says: string;
  /** The card's answer to a request for 3-D Secure that the issuer does not force. */
  threeDSecure: 'unsupported' | 'not_enrolled' | 'enrolled' | 'lookup_error';
  challenge: ChallengeRule;
  /** Refused when attached to a customer or set up. */
  attach: DeclineName | null;
  /** Refused when charged (after the challenge, where one is asked). */
  charge: DeclineName | null;
  checks: { cvc: 'pass' | 'fail'; postal: 'pass' | 'fail'; line1: 'pass' | 'fail' };
  risk: { level: 'normal' | 'elevated' | 'highest'; score: number; blocked: boolean };
  afterCharge: 'dispute_fraudulent' | 'dispute_not_received' | 'inquiry' | 'fraud_warning' | null;
  refund: 'at_once' | 'pending' | 'fails_later';
  settles: 'at_once' | 'later_succeeds' | 'later_fails';
  /** The charge happens, but its answer never arrives. */
  losesAnswer: boolean;
  fundsAtOnce: boolean;
}
