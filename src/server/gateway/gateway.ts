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
 * Calls return results and never throw. Amounts are in cents, times in Unix seconds. Calls that create or charge need an idempotency key;
 * calls that end or link objects need none.
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
  /** True for renewals: the cardholder is not present. The bank then declines the payment instead of requesting a challenge. */
  offSession: boolean;
  saveForOffSession: boolean;
}

export interface SessionInput {
  customerId: string;
  currency: string;
  lines: readonly { description: string; amountCents: number }[];
  successUrl: string;
  cancelUrl: string;
  /** Stored on the session and on its payment, so that both can be found. */
  metadata: Metadata;
  expiresAtSeconds?: number;
}

export interface PaymentGateway {
  createCustomer: (input: CustomerInput, key: string) => Promise<GatewayResult<GatewayCustomer>>;
  retrieveCustomer: (id: string) => Promise<GatewayResult<GatewayCustomer>>;
  /** Matches exactly this email. Newest first. */
  listCustomers: (filter: { email: string }) => Promise<GatewayResult<GatewayCustomer[]>>;
  updateCustomer: (id: string, input: CustomerInput, key: string) => Promise<GatewayResult<GatewayCustomer>>;
  /** Also deletes the cards and tax IDs, but no payments. Succeeds if the customer is already deleted. */
  deleteCustomer: (id: string) => Promise<GatewayResult<{ id: string }>>;

  /** The newest hundred, in one call. */
  listNewestPaymentMethods: (customerId: string) => Promise<GatewayResult<GatewayPaymentMethod[]>>;
  /** All pages, newest first. */
  listPaymentMethods: (customerId: string) => Promise<GatewayResult<GatewayPaymentMethod[]>>;
  retrievePaymentMethod: (id: string) => Promise<GatewayResult<GatewayPaymentMethod>>;
  attachPaymentMethod: (id: string, customerId: string) => Promise<GatewayResult<GatewayPaymentMethod>>;
  /** Permanent: a detached method can never be used again. */
  detachPaymentMethod: (id: string) => Promise<GatewayResult<GatewayPaymentMethod>>;

  /** The browser uses the setup intent to store a card. Later payments with this card do not need the cardholder. */
  createSetup: (customerId: string, metadata: Metadata, key: string) => Promise<GatewayResult<GatewaySetup>>;
  /** Stores a card for payments without the cardholder. Check the status: the bank may require a challenge first. */
  setUpMethod: (customerId: string, paymentMethodId: string, key: string) => Promise<GatewayResult<GatewaySetup>>;
  retrieveSetup: (id: string) => Promise<GatewayResult<GatewaySetup>>;
  cancelSetup: (id: string) => Promise<GatewayResult<GatewaySetup>>;

  /** Creates and confirms a payment. Check the status: a payment that has not succeeded is a value, not an error. */
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
  /** May miss payments of the last minute. */
  searchPayments: (metadata: Metadata) => Promise<GatewayResult<GatewayPayment[]>>;
  retrieveCharge: (id: string) => Promise<GatewayResult<GatewayCharge>>;

  createSession: (input: SessionInput, key: string) => Promise<GatewayResult<GatewaySession>>;
  retrieveSession: (id: string) => Promise<GatewayResult<GatewaySession>>;
  /** If the page is not open, returns `unexpected_state` or `invalid_request`. The caller must then retrieve the session. */
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
  /** Succeeds if the tax ID is already deleted. */
  deleteTaxId: (customerId: string, id: string) => Promise<GatewayResult<{ id: string }>>;

  retrieveEvent: (id: string) => Promise<GatewayResult<GatewayEvent>>;
  /** Newest first, with at most 20 types per call. Without types, returns all events of the account, including those of other programs. */
  listEvents: (filter: {
    types?: readonly string[];
    createdFromSeconds?: number;
    after?: string;
    limit?: number;
  }) => Promise<GatewayResult<EventPage>>;
  createWebhookEndpoint: (input: { url: string; events: readonly string[] }, key: string) => Promise<GatewayResult<GatewayWebhookEndpoint>>;
  /** `not_allowed` if the signature is wrong or older than 5 minutes. `body` must be the raw body. */
  readWebhook: (body: string | Uint8Array, signature: string | null) => GatewayResult<GatewayEvent>;
}
