/**
 * The payment gateway as the platform sees it: only the operations it uses, over the official SDK, the same for Stripe
 * and for the sandbox. Nothing is thrown for what a gateway can answer; every call gives a result.
 *
 * Amounts are integers in minor units (cents), times unix seconds. Every write takes the idempotency key of its
 * attempt: the same key with the same values gives the same answer for 24 hours.
 */

export type Metadata = Readonly<Record<string, string>>;

export interface GatewayCustomer {
  id: string;
  email: string | null;
  name: string | null;
  metadata: Metadata;
}

export interface GatewayCard {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** Equal for the same card number, however often it was added. */
  fingerprint: string | null;
  checks: { cvc: string | null; postalCode: string | null; line1: string | null };
}

export interface GatewayPaymentMethod {
  id: string;
  type: string;
  customerId: string | null;
  /** Null for methods other than cards. */
  card: GatewayCard | null;
  createdSeconds: number;
}

export type PaymentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled';

export interface GatewayFailure {
  code: string | null;
  declineCode: string | null;
  message: string;
  paymentMethodId: string | null;
}

export interface GatewayPayment {
  id: string;
  status: PaymentStatus;
  amountCents: number;
  amountReceivedCents: number;
  currency: string;
  customerId: string | null;
  paymentMethodId: string | null;
  /** Lets the browser act on this payment; for billing writers of its organization only, never logged. */
  clientSecret: string | null;
  latestChargeId: string | null;
  lastFailure: GatewayFailure | null;
  metadata: Metadata;
  createdSeconds: number;
  canceledAtSeconds: number | null;
}

export type SetupStatus = 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';

export interface GatewaySetup {
  id: string;
  status: SetupStatus;
  customerId: string | null;
  paymentMethodId: string | null;
  clientSecret: string | null;
  lastFailure: GatewayFailure | null;
  metadata: Metadata;
}

export interface GatewaySession {
  id: string;
  status: 'open' | 'complete' | 'expired';
  paymentStatus: 'paid' | 'unpaid' | 'no_payment_required';
  /** Address of the hosted page while open: a bearer secret, never logged or cached. */
  url: string | null;
  paymentId: string | null;
  customerId: string | null;
  amountTotalCents: number | null;
  expiresAtSeconds: number;
  metadata: Metadata;
}

export interface GatewayRefund {
  id: string;
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';
  amountCents: number;
  paymentId: string | null;
  chargeId: string | null;
  failureReason: string | null;
  metadata: Metadata;
}

export interface GatewayDispute {
  id: string;
  status: string;
  amountCents: number;
  paymentId: string | null;
  chargeId: string;
  reason: string;
}

export interface GatewayCharge {
  id: string;
  status: 'succeeded' | 'pending' | 'failed';
  amountCents: number;
  amountRefundedCents: number;
  disputed: boolean;
  paymentId: string | null;
  customerId: string | null;
  createdSeconds: number;
}

export interface GatewayTaxId {
  id: string;
  type: string;
  value: string;
  country: string | null;
  verification: 'pending' | 'verified' | 'unverified' | 'unavailable';
}

/** An event names what has changed; what it has changed to is read from the object itself. */
export interface GatewayEvent {
  id: string;
  type: string;
  createdSeconds: number;
  objectType: string;
  objectId: string | null;
}

export interface GatewayWebhookEndpoint {
  id: string;
  url: string;
  /** Only in the answer to its creation. */
  secret: string | null;
}

export interface PageOf<Item> {
  items: Item[];
  hasMore: boolean;
}

export type GatewayError =
  /** The card was refused. Definite: nothing was charged; another attempt needs a new key. */
  | {
      kind: 'declined';
      code: string;
      declineCode: string | null;
      message: string;
      memberMessage: string;
      payment: GatewayPayment | null;
      setup: GatewaySetup | null;
      requestId: string | null;
    }
  /** The bank wants the cardholder, who was not there. Definite: nothing was charged. */
  | { kind: 'requires_action'; payment: GatewayPayment | null; memberMessage: string; requestId: string | null }
  /** Another request with this key, or on this object, is under way: try again with the same key. */
  | { kind: 'conflict'; code: string | null; message: string; requestId: string | null }
  | { kind: 'rate_limited'; retryAfterSeconds: number | null; requestId: string | null }
  /** The object is in another state than the call needs, such as a payment that has succeeded already. */
  | { kind: 'unexpected_state'; code: string; message: string; payment: GatewayPayment | null; requestId: string | null }
  | { kind: 'not_found'; param: string | null; message: string; requestId: string | null }
  /** Also a key that was used for something else (`code` is then idempotency_error): a mistake of the caller. */
  | { kind: 'invalid_request'; code: string | null; param: string | null; message: string; requestId: string | null }
  /** Wrong or missing keys, or rights that the account lacks. */
  | { kind: 'not_allowed'; message: string; requestId: string | null }
  /** No usable answer: it may or may not have happened. Try again with the same key, or look. */
  | {
      kind: 'unknown_outcome';
      reason: 'timeout' | 'connection' | 'server_error' | 'unreadable_answer';
      message: string;
      requestId: string | null;
    };

export type GatewayResult<Value> = { ok: true; value: Value } | { ok: false; error: GatewayError };

export interface CustomerInput {
  email?: string | null;
  name?: string | null;
  description?: string;
  address?: {
    line1: string;
    line2?: string | null;
    city?: string | null;
    state?: string | null;
    postalCode?: string | null;
    country: string;
  } | null;
  metadata?: Metadata;
}

export interface PaymentInput {
  amountCents: number;
  currency: string;
  customerId: string;
  paymentMethodId: string;
  description: string;
  metadata: Metadata;
  /** Without the customer present: a renewal. A bank that wants the cardholder then refuses. */
  offSession: boolean;
  /** Save the card for later payments without the customer. */
  saveForOffSession: boolean;
}

export interface SessionInput {
  customerId: string;
  currency: string;
  lines: readonly { description: string; amountCents: number }[];
  successUrl: string;
  cancelUrl: string;
  /** On the session and on its payment, so that either can be found by it. */
  metadata: Metadata;
  expiresAtSeconds?: number;
}

export interface PaymentGateway {
  createCustomer: (input: CustomerInput, key: string) => Promise<GatewayResult<GatewayCustomer>>;
  retrieveCustomer: (id: string) => Promise<GatewayResult<GatewayCustomer>>;
  updateCustomer: (id: string, input: CustomerInput, key: string) => Promise<GatewayResult<GatewayCustomer>>;

  /** Newest first, every page of them. */
  listPaymentMethods: (customerId: string) => Promise<GatewayResult<GatewayPaymentMethod[]>>;
  retrievePaymentMethod: (id: string) => Promise<GatewayResult<GatewayPaymentMethod>>;
  attachPaymentMethod: (id: string, customerId: string, key: string) => Promise<GatewayResult<GatewayPaymentMethod>>;
  /** Final: a detached method can never be used again. */
  detachPaymentMethod: (id: string, key: string) => Promise<GatewayResult<GatewayPaymentMethod>>;

  /** For payments without the customer later; confirmed in the browser. */
  createSetup: (customerId: string, metadata: Metadata, key: string) => Promise<GatewayResult<GatewaySetup>>;
  retrieveSetup: (id: string) => Promise<GatewayResult<GatewaySetup>>;
  cancelSetup: (id: string, key: string) => Promise<GatewayResult<GatewaySetup>>;

  /** Creates and confirms at once. A status other than succeeded is a value, not an error; read it. */
  createPayment: (input: PaymentInput, key: string) => Promise<GatewayResult<GatewayPayment>>;
  retrievePayment: (id: string) => Promise<GatewayResult<GatewayPayment>>;
  confirmPayment: (id: string, paymentMethodId: string, key: string) => Promise<GatewayResult<GatewayPayment>>;
  cancelPayment: (id: string, key: string) => Promise<GatewayResult<GatewayPayment>>;
  listPayments: (filter: {
    customerId?: string;
    createdFromSeconds?: number;
    after?: string;
    limit?: number;
  }) => Promise<GatewayResult<PageOf<GatewayPayment>>>;
  /** All payments whose metadata holds each of these values. May miss what is younger than a minute. */
  searchPayments: (metadata: Metadata) => Promise<GatewayResult<GatewayPayment[]>>;
  retrieveCharge: (id: string) => Promise<GatewayResult<GatewayCharge>>;

  createSession: (input: SessionInput, key: string) => Promise<GatewayResult<GatewaySession>>;
  retrieveSession: (id: string) => Promise<GatewayResult<GatewaySession>>;
  /** Makes the hosted page unusable. An unexpected_state or invalid_request when it is no longer open: retrieve it. */
  expireSession: (id: string, key: string) => Promise<GatewayResult<GatewaySession>>;

  /** The whole rest when `amountCents` is null. */
  createRefund: (
    input: { paymentId: string; amountCents: number | null; metadata: Metadata },
    key: string,
  ) => Promise<GatewayResult<GatewayRefund>>;
  retrieveRefund: (id: string) => Promise<GatewayResult<GatewayRefund>>;
  retrieveDispute: (id: string) => Promise<GatewayResult<GatewayDispute>>;

  createTaxId: (customerId: string, input: { type: string; value: string }, key: string) => Promise<GatewayResult<GatewayTaxId>>;
  listTaxIds: (customerId: string) => Promise<GatewayResult<GatewayTaxId[]>>;
  /** Also succeeds when it is gone already. */
  deleteTaxId: (customerId: string, id: string) => Promise<GatewayResult<{ id: string }>>;

  retrieveEvent: (id: string) => Promise<GatewayResult<GatewayEvent>>;
  /** Newest first. */
  listEvents: (filter: {
    types?: readonly string[];
    createdFromSeconds?: number;
    after?: string;
    limit?: number;
  }) => Promise<GatewayResult<PageOf<GatewayEvent>>>;
  createWebhookEndpoint: (input: { url: string; events: readonly string[] }, key: string) => Promise<GatewayResult<GatewayWebhookEndpoint>>;
  /** The event of a webhook call, or not_allowed when its signature is wrong or older than 5 minutes. `body` is the raw request body. */
  readWebhook: (body: string | Uint8Array, signature: string | null) => GatewayResult<GatewayEvent>;
}
