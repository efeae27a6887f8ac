import type { BehaviourId } from './cards/card-behaviour.ts';

/**
 * What the sandbox keeps of each object: the API's own field names, without the fields that always hold their default
 * (render.ts adds those). `_` holds what the API never shows.
 */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Metadata = Record<string, string>;

export interface Address {
  city: string | null;
  country: string | null;
  line1: string | null;
  line2: string | null;
  postal_code: string | null;
  state: string | null;
}

export interface BillingDetails {
  address: Address;
  email: string | null;
  name: string | null;
  phone: string | null;
  tax_id: string | null;
}

interface Recorded<Name extends string> {
  object: Name;
  id: string;
  /** Unix seconds on the sandbox clock. */
  created: number;
}

export interface CustomerRecord extends Recorded<'customer'> {
  email: string | null;
  name: string | null;
  description: string | null;
  phone: string | null;
  address: Address | null;
  metadata: Metadata;
  preferred_locales: string[];
  tax_exempt: string;
  invoice_prefix: string;
  invoice_settings: { custom_fields: null; default_payment_method: string | null; footer: null; rendering_options: null };
  deleted?: true;
}

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

export interface PaymentMethodRecord extends Recorded<'payment_method'> {
  type: 'card';
  allow_redisplay: string;
  billing_details: BillingDetails;
  card: CardFacts;
  customer: string | null;
  metadata: Metadata;
  _: {
    behaviour: BehaviourId;
    /** Set up for payments without the customer present, by a setup intent or a payment with setup_future_usage. */
    readyOffSession: boolean;
    /** Used once or detached: never usable again. */
    spent: boolean;
  };
}

/** The error object of an answer, also kept on intents as their last error. */
export interface ApiErrorFields {
  type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  decline_code?: string;
  advice_code?: string;
  network_decline_code?: string;
  param?: string;
  charge?: string;
}

export interface IntentError extends ApiErrorFields {
  /** Rendered as the whole payment method. */
  payment_method?: string;
}

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

export interface PaymentIntentRecord extends Recorded<'payment_intent'> {
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
    /** The open or last challenge. */
    attempt: string | null;
    checkoutSession: string | null;
  };
}

export type SetupIntentStatus = 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'succeeded' | 'canceled';

export interface SetupIntentRecord extends Recorded<'setup_intent'> {
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

export interface SetupAttemptRecord extends Recorded<'setup_attempt'> {
  customer: string | null;
  payment_method: string;
  setup_error: IntentError | null;
  setup_intent: string;
  status: string;
  usage: string;
  payment_method_details: Json;
}

export interface ChargeRecord extends Recorded<'charge'> {
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  balance_transaction: string | null;
  billing_details: BillingDetails;
  captured: boolean;
  currency: string;
  customer: string | null;
  description: string | null;
  disputed: boolean;
  failure_code: string | null;
  failure_message: string | null;
  metadata: Metadata;
  outcome: Json;
  paid: boolean;
  payment_intent: string;
  payment_method: string;
  payment_method_details: Json;
  receipt_email: string | null;
  refunded: boolean;
  status: 'succeeded' | 'pending' | 'failed';
  _: { behaviour: BehaviourId };
}

export interface BalanceTransactionRecord extends Recorded<'balance_transaction'> {
  amount: number;
  available_on: number;
  currency: string;
  description: string | null;
  net: number;
  reporting_category: string;
  source: string;
  status: 'available' | 'pending';
  type: string;
}

export interface RefundRecord extends Recorded<'refund'> {
  amount: number;
  balance_transaction: string | null;
  charge: string;
  currency: string;
  customer: string | null;
  failure_reason?: string;
  metadata: Metadata;
  payment_intent: string;
  payment_method: string | null;
  pending_reason?: string;
  reason: string | null;
  status: 'succeeded' | 'pending' | 'failed';
}

export interface DisputeRecord extends Recorded<'dispute'> {
  amount: number;
  balance_transactions: string[];
  charge: string;
  currency: string;
  evidence_details: Json;
  is_charge_refundable: boolean;
  metadata: Metadata;
  network_reason_code: string;
  payment_intent: string;
  payment_method_details: Json;
  reason: string;
  status: 'needs_response' | 'warning_needs_response' | 'won' | 'lost' | 'warning_closed';
}

export interface FraudWarningRecord extends Recorded<'radar.early_fraud_warning'> {
  charge: string;
  payment_intent: string;
}

export interface SessionLine {
  id: string;
  description: string;
  quantity: number;
  unit_amount: number;
  price: string;
}

export interface CheckoutSessionRecord extends Recorded<'checkout.session'> {
  amount_subtotal: number;
  amount_total: number;
  cancel_url: string | null;
  client_reference_id: string | null;
  currency: string;
  customer: string | null;
  customer_details: Json;
  customer_email: string | null;
  expires_at: number;
  metadata: Metadata;
  payment_intent: string | null;
  payment_status: 'unpaid' | 'paid';
  status: 'open' | 'complete' | 'expired';
  submit_type: string | null;
  success_url: string;
  url: string | null;
  _: {
    lines: SessionLine[];
    paymentMetadata: Metadata;
    paymentDescription: string | null;
    setupFutureUsage: 'off_session' | 'on_session' | null;
    /** Kept apart from `url`, which becomes null when the session closes. */
    pageUrl: string;
  };
}

export interface TaxIdRecord extends Recorded<'tax_id'> {
  country: string | null;
  customer: string;
  type: string;
  value: string;
  verification: {
    status: 'pending' | 'verified' | 'unverified' | 'unavailable';
    verified_address: string | null;
    verified_name: string | null;
  };
  deleted?: true;
}

export interface WebhookEndpointRecord extends Recorded<'webhook_endpoint'> {
  api_version: string;
  description: string | null;
  enabled_events: string[];
  metadata: Metadata;
  status: 'enabled' | 'disabled';
  url: string;
  _: { secret: string; configured: boolean };
  deleted?: true;
}

/** A 3-D Secure challenge shown to the cardholder; not an object of the public API. */
export interface ChallengeRecord extends Recorded<'challenge'> {
  intent: string;
  paymentMethod: string;
  /** Bearer secret of the challenge page. */
  secret: string;
  status: 'open' | 'completed' | 'failed' | 'canceled';
  returnUrl: string | null;
}

export interface EventRecord extends Recorded<'event'> {
  type: string;
  /** The object as it was, without default fields. */
  snapshot: Json;
  previous: { [key: string]: Json } | null;
  request: { id: string | null; idempotency_key: string | null };
}

export interface RecordTypes {
  customer: CustomerRecord;
  payment_method: PaymentMethodRecord;
  payment_intent: PaymentIntentRecord;
  setup_intent: SetupIntentRecord;
  setup_attempt: SetupAttemptRecord;
  charge: ChargeRecord;
  balance_transaction: BalanceTransactionRecord;
  refund: RefundRecord;
  dispute: DisputeRecord;
  'radar.early_fraud_warning': FraudWarningRecord;
  'checkout.session': CheckoutSessionRecord;
  tax_id: TaxIdRecord;
  webhook_endpoint: WebhookEndpointRecord;
  challenge: ChallengeRecord;
  event: EventRecord;
}

export type ObjectName = keyof RecordTypes;
export type AnyRecord = RecordTypes[ObjectName];
