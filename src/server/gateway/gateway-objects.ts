/** Fields that the platform reads. Amounts are in minor units (cents), times in Unix seconds. */

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
  /** Equal card numbers have equal fingerprints. */
  fingerprint: string | null;
  checks: { cvc: string | null; postalCode: string | null; line1: string | null };
}

export interface GatewayPaymentMethod {
  id: string;
  type: string;
  customerId: string | null;
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
  /** Lets a browser act on this payment. Sent only to members with billing write permission; never logged. */
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
  /** Null if the hosted page is not open. The URL is a bearer secret, so it is never logged or cached. */
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

/** Names a changed object. The platform reads the new state from the object itself. */
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
  /** Null except in the response to the creation of the endpoint. */
  secret: string | null;
}

export interface PageOf<Item> {
  items: Item[];
  hasMore: boolean;
}

/** Events of unknown shape are listed separately, so that they do not hide the other events. */
export interface EventPage extends PageOf<GatewayEvent> {
  lastId: string | null;
  unreadable: { id: string | null; problem: string }[];
}
