import type { IntentError } from './errors.ts';
import type { Json, Metadata, RecordFields } from './values.ts';

export type NextAction =
  | { type: 'use_stripe_sdk'; use_stripe_sdk: { type: 'three_d_secure_redirect'; source: string; stripe_js: string } }
  | { type: 'redirect_to_url'; redirect_to_url: { return_url: string; url: string } };

export interface AutomaticPaymentMethods {
  allow_redirects: 'always' | 'never';
  enabled: boolean;
}

export type PaymentIntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled';

/** Null if the caller allows all payment methods of the account. */
export type AllowedTypes = readonly 'card'[] | null;

export interface PaymentIntentRecord extends RecordFields<'payment_intent'> {
  allowed_payment_method_types?: AllowedTypes;
  amount: number;
  amount_received: number;
  automatic_payment_methods: AutomaticPaymentMethods;
  canceled_at: number | null;
  cancellation_reason: string | null;
  client_secret: string;
  currency: string;
  customer: string | null;
  description: string | null;
  last_payment_error: IntentError | null;
  latest_charge: string | null;
  metadata: Metadata;
  next_action: NextAction | null;
  payment_method: string | null;
  receipt_email: string | null;
  setup_future_usage: 'off_session' | 'on_session' | null;
  statement_descriptor: string | null;
  statement_descriptor_suffix: string | null;
  status: PaymentIntentStatus;
  _: {
    requestThreeDSecure: 'automatic' | 'any' | 'challenge';
    attempt: string | null;
    checkoutSession: string | null;
  };
}

export type SetupIntentStatus = 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'succeeded' | 'canceled';

export interface SetupIntentRecord extends RecordFields<'setup_intent'> {
  allowed_payment_method_types?: AllowedTypes;
  automatic_payment_methods: AutomaticPaymentMethods;
  cancellation_reason: string | null;
  client_secret: string;
  customer: string | null;
  description: string | null;
  last_setup_error: IntentError | null;
  latest_attempt: string | null;
  metadata: Metadata;
  next_action: NextAction | null;
  payment_method: string | null;
  status: SetupIntentStatus;
  usage: 'off_session' | 'on_session';
  _: { attempt: string | null };
}

export interface SetupAttemptRecord extends RecordFields<'setup_attempt'> {
  customer: string | null;
  payment_method: string;
  setup_error: IntentError | null;
  setup_intent: string;
  status: string;
  usage: string;
  payment_method_details: Json;
}

/** A 3-D Secure challenge. The public API does not show this object. */
export interface ChallengeRecord extends RecordFields<'challenge'> {
  intent: string;
  paymentMethod: string;
  /** The secret authorizes the visitor of the challenge page. */
  secret: string;
  status: 'open' | 'completed' | 'failed' | 'canceled';
  returnUrl: string | null;
}
