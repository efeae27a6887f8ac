import type { GatewayPayment, GatewaySession } from '#server/gateway/gateway-objects.ts';
import { findInvoice } from '#server/store/invoices/invoices.ts';
import { findOrganization } from '#server/store/organizations.ts';
import { recordCheckoutSession, type PaymentRow } from '#server/store/payments.ts';
import type { PaymentContext } from './context.ts';
import { gatewayCustomer } from './customer.ts';
import { askGateway, gatewayUnavailable, isForgotten } from './gateway-calls.ts';
import { outcomeOfClosedPage, type Outcome } from './outcome.ts';
import { settlePayment } from './settle.ts';

/**
 * Safe to repeat with the idempotency key.
 * @throws {PlatformError} if the gateway gives no usable response
 */
export async function openSession(payments: PaymentContext, payment: PaymentRow): Promise<PaymentRow> {
  const { organizationId, invoiceId, returnOrigin, id, key, amountCents, expiresAt } = payment;
  const customerId = await gatewayCustomer(payments, organizationId);
  const { slug } = await findOrganization(payments.db, organizationId);
  const invoice = invoiceId === null ? null : await findInvoice(payments.db, organizationId, invoiceId);
  const page = `${returnOrigin ?? payments.origin()}/org/${slug}/billing`;
  const input = {
    customerId,
    currency: 'usd',
    lines: [{ description: `Invoice ${invoice?.number ?? ''}`.trim(), amountCents }],
    // The page polls this invoice until the platform has received the payment.
    successUrl: `${page}?paid=${invoiceId}#invoices`,
    cancelUrl: `${page}#invoices`,
    metadata: { payment: id, subject: `invoice:${invoiceId}` },
    expiresAtSeconds: Math.floor(expiresAt.getTime() / 1000),
  };
  const created = await askGateway(
    () => payments.gateway.createSession(input, key),
    () => !isForgotten(payments, payment),
  );
  if (!created.ok) throw gatewayUnavailable(created.error);
  return (await settleSession(payments, payment, created.value)) ?? payment;
}

/**
 * @param how `read` to read the page at the gateway, `expire` to expire the page first, or a page that the caller has already read
 * @returns null if the gateway is unavailable
 */
export async function settleSession(
  payments: PaymentContext,
  payment: PaymentRow,
  how: GatewaySession | 'read' | 'expire',
  begun: GatewayPayment | null = null,
): Promise<PaymentRow | null> {
  const session = typeof how === 'object' ? how : await readSession(payments, payment, how);
  if (session === null) return null;
  const outcome = await outcomeOfSession(payments, session, begun);
  if (outcome === null) return null;
  await recordCheckoutSession(payments.db, payment, session.id);
  return settlePayment(payments, payment, outcome);
}

async function readSession({ gateway }: PaymentContext, { sessionId }: PaymentRow, how: 'read' | 'expire'): Promise<GatewaySession | null> {
  if (sessionId === null) return null;
  if (how === 'expire') {
    const expired = await askGateway(() => gateway.expireSession(sessionId));
    if (expired.ok) return expired.value;
  }
  const read = await askGateway(() => gateway.retrieveSession(sessionId));
  return read.ok ? read.value : null;
}

/** While the payment page is open, the state is `requires_action`, even after declines. After that, the payment determines the state. */
async function outcomeOfSession(
  { gateway }: PaymentContext,
  { status, url, paymentId }: GatewaySession,
  begun: GatewayPayment | null,
): Promise<Outcome | null> {
  if (status === 'expired') return { state: 'canceled', intentId: null };
  // Reads the payment after the page, because a payment that was read earlier may be outdated.
  const read =
    paymentId === null || (status === 'open' && begun !== null) ? null : await askGateway(() => gateway.retrievePayment(paymentId));
  const current = read?.ok ? read.value : null;
  if (status === 'open') {
    const { code = null, declineCode = null } = (current ?? begun)?.lastFailure ?? {};
    return { state: 'requires_action', intentId: null, secret: url, code, declineCode, declineId: null };
  }
  return current && outcomeOfClosedPage(current);
}
