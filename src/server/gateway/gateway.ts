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
 * Gateway calls return results and never throw. Amounts are in cents, times in Unix seconds. Writes that create or charge need an
 * idempotency key; calls that end or link objects need no key.
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
  /** True if the cardholder is not present, as for renewals. The bank then declines the payment instead of requesting a challenge. */
  offSession: boolean;
  saveForOffSession: boolean;
}

export interface SessionInput {
  customerId: string;
  currency: string;
  lines: readonly { description: string; amountCents: number }[];
  successUrl: string;
  cancelUrl: string;
  /** Metadata that is stored on the session and on its payment, so that both can be found. */
  metadata: Metadata;
  expiresAtSeconds?: number;
}

export interface PaymentGateway {
  createCustomer: (input: CustomerInput, key: string) => Promise<GatewayResult<GatewayCustomer>>;
  retrieveCustomer: (id: string) => Promise<GatewayResult<GatewayCustomer>>;
  /** Returns customers with exactly this email address, newest first. */
  listCustomers: (filter: { email: string }) => Promise<GatewayResult<GatewayCustomer[]>>;
  updateCustomer: (id: string, input: CustomerInput, key: string) => Promise<GatewayResult<GatewayCustomer>>;
  /** Deletes the customer with its cards and tax IDs, but not its payments. Succeeds if the customer is already deleted. */
  deleteCustomer: (id: string) => Promise<GatewayResult<{ id: string }>>;

  /** Returns the newest hundred payment methods in one call. */
  listNewestPaymentMethods: (customerId: string) => Promise<GatewayResult<GatewayPaymentMethod[]>>;
  /** Returns all payment methods of all pages, newest first. */
  listPaymentMethods: (customerId: string) => Promise<GatewayResult<GatewayPaymentMethod[]>>;
  retrievePaymentMethod: (id: string) => Promise<GatewayResult<GatewayPaymentMethod>>;
  attachPaymentMethod: (id: string, customerId: string) => Promise<GatewayResult<GatewayPaymentMethod>>;
  /** Detaches a payment method permanently. A detached method can never be used again. */
  detachPaymentMethod: (id: string) => Promise<GatewayResult<GatewayPaymentMethod>>;

  /** Creates a setup intent. The browser uses the intent to store a card. Later payments with this card do not need the cardholder. */
  createSetup: (customerId: string, metadata: Metadata, key: string) => Promise<GatewayResult<GatewaySetup>>;
  /** Stores a card for payments without the cardholder. Check the status: the bank may require a challenge first. */
  setUpMethod: (customerId: string, paymentMethodId: string, key: string) => Promise<GatewayResult<GatewaySetup>>;
  retrieveSetup: (id: string) => Promise<GatewayResult<GatewaySetup>>;
  cancelSetup: (id: string) => Promise<GatewayResult<GatewaySetup>>;

  /** Creates and confirms a payment. Check its status: a payment that has not succeeded is returned as a value, not as an error. */
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
  /** Returns all payments with this metadata. May miss payments of the last minute. */
  searchPayments: (metadata: Metadata) => Promise<GatewayResult<GatewayPayment[]>>;
  retrieveCharge: (id: string) => Promise<GatewayResult<GatewayCharge>>;

  createSession: (input: SessionInput, key: string) => Promise<GatewayResult<GatewaySession>>;
  retrieveSession: (id: string) => Promise<GatewayResult<GatewaySession>>;
  /**
   * Closes the hosted page. If the page is not open, returns `unexpected_state` or `invalid_request`. The caller must then retrieve the
   * session.
   */
  expireSession: (id: string) => Promise<GatewayResult<GatewaySession>>;

  createRefund: (
    input: { paymentId: string; amountCents: number | null; metadata: Metadata },
    key: string,
  ) => Promise<GatewayResult<GatewayRefund>>;
  retrieveRefund: (id: string) => Promise<GatewayResult<GatewayRefund>>;
  listRefunds: (paymentId: string) => Promise<GatewayResult<GatewayRefund[]>>;
  retrieveDispute: (id: string) => Promise<GatewayResult<GatewayDispute>>;

  createTaxId: (customerId: string, input: { type: string; value: string }, key: string) => Promise<GatewayResult<GatewayTaxId>>;
  listTaxIds: (customerId: string) => Promise<GatewayResult<GatewayTaxId[]>>;
  /** Deletes a tax ID. Succeeds if the tax ID is already deleted. */
  deleteTaxId: (customerId: string, id: string) => Promise<GatewayResult<{ id: string }>>;

  retrieveEvent: (id: string) => Promise<GatewayResult<GatewayEvent>>;
  /**
   * Returns events, newest first. A call can list at most 20 types. If it lists none, it gets all events of the account, including events
   * of other programs.
   */
  listEvents: (filter: {
    types?: readonly string[];
    createdFromSeconds?: number;
    after?: string;
    limit?: number;
  }) => Promise<GatewayResult<EventPage>>;
  createWebhookEndpoint: (input: { url: string; events: readonly string[] }, key: string) => Promise<GatewayResult<GatewayWebhookEndpoint>>;
  /** Returns the event of a webhook call; `not_allowed` if its signature is wrong or older than 5 minutes. `body` must be the raw body. */
  readWebhook: (body: string | Uint8Array, signature: string | null) => GatewayResult<GatewayEvent>;
}
