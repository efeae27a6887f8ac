import type { BehaviourId } from '#sandbox/cards/card-behaviour.ts';
import type { BillingDetails, Metadata, RecordFields } from './values.ts';

export type Check = 'pass' | 'fail' | 'unavailable' | 'unchecked' | null;

export interface CardFacts {
  brand: string;
  checks: { address_line1_check: Check; address_postal_code_check: Check; cvc_check: Check };
  country: string;
  display_brand: string;
  exp_month: number;
  exp_year: number;
  fingerprint: string;
  funding: string;
  generated_from: null;
  last4: string;
  networks: { available: string[]; preferred: null };
  regulated_status: string;
  three_d_secure_usage: { supported: boolean };
  wallet: null;
}

export interface PaymentMethodRecord extends RecordFields<'payment_method'> {
  type: 'card';
  allow_redisplay: string;
  billing_details: BillingDetails;
  card: CardFacts;
  customer: string | null;
  metadata: Metadata;
  _: {
    behaviour: BehaviourId;
    /** True if the card is set up for payments while the customer is absent, by a setup intent or a payment with setup_future_usage. */
    readyOffSession: boolean;
    /** True if the payment method was used once or detached, so it can never be used again. */
    spent: boolean;
  };
}
