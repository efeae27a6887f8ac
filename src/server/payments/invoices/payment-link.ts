import { isSameServer } from '#server/settings/server-origins.ts';
import { PlatformError } from '#server/platform-error.ts';
import type { Database } from '#server/database/database.ts';
import { periodsToBill } from '#server/store/billing-periods.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { insertPayment, livePayment, type PaymentRow } from '#server/store/payments.ts';
import { cancelPayment } from '#server/payments/charge.ts';
import { laterBy, nowOf, type PaymentContext, type Requester } from '#server/payments/context.ts';
import { gatewayUnreachable, refuseChargesWhilePaused } from '#server/payments/gateway-calls.ts';
import { newId } from '#server/payments/ids.ts';
import { countAgainst } from '#server/payments/guards.ts';
import { beingPaid, lockPayable, refuseUnchargeable, waitsForPayer } from './payable-invoice.ts';
import { openSession, settleSession } from '#server/payments/sessions.ts';

/** Milliseconds. The gateway allows at most a day and at least half an hour. */
const pageLifeMs = 23 * 3_600_000;
const shortestLifeMs = 31 * 60_000;

const openingTries = 3;

interface LinkRequest extends Requester {
  readonly invoiceId: string;
  /** The payer returns to this origin; null for the platform's origin. */
  readonly returnOrigin: string | null;
  /** Sandbox payment pages open under this origin. */
  readonly origin: string;
}

/**
 * A retry from the same origin gets the same page.
 * @returns a secret URL that lets anyone pay; never log or store it
 * @throws {PlatformError} 422 if nothing is due, 409 while the invoice is being charged
 */
export async function paymentLink(payments: PaymentContext, request: LinkRequest): Promise<string> {
  await refuseChargesWhilePaused(payments);
  await countAgainst(payments, 'payment_link', request);
  for (let tries = 0; tries < openingTries; tries += 1) {
    const payment = await openPage(payments, request);
    const open = await pageOf(payments, payment, request.returnOrigin);
    if (open) return allowed(payments, open, request.origin);
  }
  throw beingPaid();
}

async function openPage(payments: PaymentContext, { organizationId, invoiceId, returnOrigin }: LinkRequest): Promise<PaymentRow> {
  return payments.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const { invoice, live } = await lockPayable(tx, organizationId, invoiceId);
    refuseUnchargeable(invoice);
    if (live && waitsForPayer(live)) return live;
    if (live) throw beingPaid();
    const createdAt = nowOf(payments);
    return insertPayment(tx, {
      id: newId('pay'),
      organizationId,
      invoiceId,
      returnOrigin,
      channel: 'checkout',
      amountCents: invoice.amountDueCents,
      offSession: false,
      createdAt,
      expiresAt: laterBy(createdAt, pageLifeMs),
    });
  });
}

/** Null if the page is closed and another page must be opened. */
async function pageOf(payments: PaymentContext, payment: PaymentRow, returnOrigin: string | null): Promise<string | null> {
  // A charge that waits for a bank challenge has no payment page. It is canceled, so that a page can be opened instead.
  if (payment.channel === 'intent') {
    if ((await cancelPayment(payments, payment, 'canceled')) === null) throw gatewayUnreachable();
    return null;
  }
  // A page's return URL cannot change, so a page for another origin must be expired first.
  const leadsElsewhere = payment.returnOrigin !== returnOrigin;
  const opened = payment.state === 'sending' ? await openSession(payments, payment) : null;
  if (opened && !leadsElsewhere) return addressOf(opened);
  const nearItsEnd = payment.expiresAt.getTime() - payments.clock.nowMs() < shortestLifeMs;
  const current = await settleSession(payments, opened ?? payment, leadsElsewhere || nearItsEnd ? 'expire' : 'read');
  if (current === null) throw gatewayUnreachable();
  return addressOf(current);
}

const addressOf = ({ state, secret }: PaymentRow): string | null => (state === 'requires_action' ? secret : null);

/** Allows only the gateway, and pages of this server under the request's origin. */
function allowed({ origin }: PaymentContext, address: string, requestOrigin: string): string {
  const url = new URL(address);
  const isStripe = url.protocol === 'https:' && (url.hostname === 'checkout.stripe.com' || url.hostname === 'pay.stripe.com');
  if (isStripe) return address;
  if (isSameServer(origin(), address)) return new URL(url.pathname + url.search, requestOrigin).href;
  throw new Error(`The payment page is on ${url.host}, which is not allowed`);
}

export class FeePageOpen extends Error {}

export async function openPageOfFee(db: Database, organizationId: number): Promise<PaymentRow | null> {
  const invoiceId = (await periodsToBill(db, organizationId)).open.at(-1)?.feeInvoiceId ?? null;
  const live = invoiceId === null ? null : await livePayment(db, { organizationId, invoiceId });
  // A processing payment cannot be canceled. If it pays too much, the excess becomes credit.
  return live?.channel === 'checkout' && live.state !== 'processing' ? live : null;
}

/**
 * Closes the page, then runs `work`. Repeats both if `work` throws `FeePageOpen`.
 * @throws {PlatformError} if a page stays open
 */
export async function withFeePageClosed<T>(payments: PaymentContext, organizationId: number, work: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 3; tries += 1) {
    const page = await openPageOfFee(payments.db, organizationId);
    if (page && (await cancelPayment(payments, page, 'canceled')) === null) throw gatewayUnreachable();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FeePageOpen)) throw error;
    }
  }
  throw new PlatformError('conflict', 'An invoice of this plan is being paid. Try again in a moment.', { headers: { 'Retry-After': '2' } });
}
