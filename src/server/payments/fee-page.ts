import { PlatformError } from '#server/platform-error.ts';
import type { Database } from '#server/database/database.ts';
import { periodsToBill } from '#server/store/billing-periods.ts';
import { livePayment, type PaymentRow } from '#server/store/payments.ts';
import { cancelPayment } from './charge.ts';
import type { PaymentContext } from './context.ts';

/** A payment page of the invoice that billed the current plan is open. */
export class FeePageOpen extends Error {}

/** The open payment page of that invoice; null where there is none. */
export async function openPageOfFee(db: Database, organizationId: number): Promise<PaymentRow | null> {
  const invoiceId = (await periodsToBill(db, organizationId)).open.at(-1)?.feeInvoiceId ?? null;
  const live = invoiceId === null ? null : await livePayment(db, { organizationId, invoiceId });
  // One that is being processed can't be closed; what it pays above the reduced sum becomes credit.
  return live?.channel === 'checkout' && live.state !== 'processing' ? live : null;
}

/**
 * Closes that page, so that the invoice can't be paid at its old amount, then does the work. What was paid by then counts. The
 * work throws `FeePageOpen` where it finds another page open; then it is done again.
 * @throws {PlatformError} while the page can't be closed
 */
export async function withFeePageClosed<T>(money: PaymentContext, organizationId: number, work: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 3; tries += 1) {
    const page = await openPageOfFee(money.db, organizationId);
    if (page && (await cancelPayment(money, page, 'canceled')) === null)
      throw new PlatformError('gateway_unavailable', 'The payment provider could not be reached. Try again in a moment.');
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FeePageOpen)) throw error;
    }
  }
  throw new PlatformError('conflict', 'An invoice of this plan is being paid. Try again in a moment.', { headers: { 'Retry-After': '2' } });
}
