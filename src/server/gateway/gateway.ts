import type {
  EventPage,
  GatewayCharge,
  GatewayCustomer,
  GatewayDispute,
  GatewayEvent,
  GatewayPayment,
  GatewayPaymentMethod,
  GatewayRefund,
  GatewaySession,
  GatewaySetup,
  GatewayTaxId,
  GatewayWebhookEndpoint,
  Metadata,
  PageOf,
} from './gateway-objects.ts';
import type { GatewayResult } from './gateway-result.ts';

/**
 * The payment gateway as the platform sees it: only the operations it uses, over the official SDK, the same for Stripe
 * and for the sandbox. Nothing is thrown for what a gateway can answer; every call gives a result.
 *
 * Amounts are integers in minor units (cents), times unix seconds. A write that would make or charge something twice takes
 * the idempotency key of its attempt: the same key with the same values gives the same answer for 24 hours, a refusal
 * too. A call that only ends or ties existing objects (attach, detach, cancel, expire) takes none: a retry finds the work
 * done, and a refusal holds for one state only, such as canceling what a bank is processing, so it must not be replayed.
 */

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
  /** Those with exactly this address, newest first. */
  listCustomers: (filter: { email: string }) => Promise<GatewayResult<GatewayCustomer[]>>;
  updateCustomer: (id: string, input: CustomerInput, key: string) => Promise<GatewayResult<GatewayCustomer>>;
  /** Its cards and tax IDs go with it; its payments stay. Also succeeds when it is already gone. */
  deleteCustomer: (id: string) => Promise<GatewayResult<{ id: string }>>;

  /** The newest hundred, in one call. */
  listNewestPaymentMethods: (customerId: string) => Promise<GatewayResult<GatewayPaymentMethod[]>>;
  /** Newest first, every page of them. */
  listPaymentMethods: (customerId: string) => Promise<GatewayResult<GatewayPaymentMethod[]>>;
  retrievePaymentMethod: (id: string) => Promise<GatewayResult<GatewayPaymentMethod>>;
  attachPaymentMethod: (id: string, customerId: string) => Promise<GatewayResult<GatewayPaymentMethod>>;
  /** Final: a detached method can never be used again. */
  detachPaymentMethod: (id: string) => Promise<GatewayResult<GatewayPaymentMethod>>;

  /** For payments without the customer later; confirmed in the browser. */
  createSetup: (customerId: string, metadata: Metadata, key: string) => Promise<GatewayResult<GatewaySetup>>;
  /** Sets a card up for payments without the customer, and keeps it with them. Read the status: its bank may want the cardholder. */
  setUpMethod: (customerId: string, paymentMethodId: string, key: string) => Promise<GatewayResult<GatewaySetup>>;
  retrieveSetup: (id: string) => Promise<GatewayResult<GatewaySetup>>;
  cancelSetup: (id: string) => Promise<GatewayResult<GatewaySetup>>;

  /** Creates and confirms at once. A status other than succeeded is a value, not an error; read it. */
  createPayment: (input: PaymentInput, key: string) => Promise<GatewayResult<GatewayPayment>>;
  retrievePayment: (id: string) => Promise<GatewayResult<GatewayPayment>>;
  confirmPayment: (id: string, paymentMethodId: string, key: string) => Promise<GatewayResult<GatewayPayment>>;
  cancelPayment: (id: string) => Promise<GatewayResult<GatewayPayment>>;
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
  expireSession: (id: string) => Promise<GatewayResult<GatewaySession>>;

  /** The whole rest when `amountCents` is null. */
  createRefund: (
    input: { paymentId: string; amountCents: number | null; metadata: Metadata },
    key: string,
  ) => Promise<GatewayResult<GatewayRefund>>;
  retrieveRefund: (id: string) => Promise<GatewayResult<GatewayRefund>>;
  /** All refunds of a payment. */
  listRefunds: (paymentId: string) => Promise<GatewayResult<GatewayRefund[]>>;
  retrieveDispute: (id: string) => Promise<GatewayResult<GatewayDispute>>;

  createTaxId: (customerId: string, input: { type: string; value: string }, key: string) => Promise<GatewayResult<GatewayTaxId>>;
  listTaxIds: (customerId: string) => Promise<GatewayResult<GatewayTaxId[]>>;
  /** Also succeeds when it is already gone. */
  deleteTaxId: (customerId: string, id: string) => Promise<GatewayResult<{ id: string }>>;

  retrieveEvent: (id: string) => Promise<GatewayResult<GatewayEvent>>;
  /** Newest first. At most 20 types in one call; without any the account's every event comes, those of other programs too. */
  listEvents: (filter: {
    types?: readonly string[];
    createdFromSeconds?: number;
    after?: string;
    limit?: number;
  }) => Promise<GatewayResult<EventPage>>;
  createWebhookEndpoint: (input: { url: string; events: readonly string[] }, key: string) => Promise<GatewayResult<GatewayWebhookEndpoint>>;
  /** The event of a webhook call, or not_allowed when its signature is wrong or older than 5 minutes. `body` is the raw request body. */
  readWebhook: (body: string | Uint8Array, signature: string | null) => GatewayResult<GatewayEvent>;
}
