import { leastChargeCents, mostChargeCents } from '#lib/charge.ts';
import { isPayable, lockInvoice, type PayableInvoice } from '#server/billing/invoices/collections.ts';
import type { Database } from '#server/database/database.ts';
import { notFound, PlatformError } from '#server/platform-error.ts';
import { openChange } from '#server/store/changes.ts';
import { livePayment, type PaymentRow } from '#server/store/payments.ts';

export interface PayableNow {
  readonly invoice: PayableInvoice;
  readonly live: PaymentRow | null;
}

/**
 * The caller must hold the organization lock.
 * @throws {PlatformError} 404; 422 if nothing is due; 409 if a pending plan change may reduce the invoice, or if a bank transfer in
 * progress will pay it
 */
export async function lockPayable(tx: Database, organizationId: number, invoiceId: string): Promise<PayableNow> {
  const invoice = await lockInvoice(tx, organizationId, invoiceId);
  if (!invoice) throw notFound('Invoice');
  if (!isPayable(invoice)) throw new PlatformError('rule_violated', 'This invoice has nothing to pay');
  if ((await openChange(tx, organizationId))?.fromInvoiceId === invoiceId)
    throw new PlatformError(
      'conflict',
      'A plan change that may reduce this invoice is waiting for its payment. Continue or cancel it first.',
    );
  // A bank transfer in progress has no stored payment here.
  if (invoice.isProcessing) throw beingPaid();
  return { invoice, live: await livePayment(tx, { organizationId, invoiceId }) };
}

/** @throws {PlatformError} 422 if the amount is too small or too large for a card */
export function refuseUnchargeable({ amountDueCents }: PayableInvoice): void {
  if (amountDueCents < leastChargeCents)
    throw new PlatformError(
      'rule_violated',
      'This invoice is below $0.50, the least that a card can be charged. Contact support to settle it.',
    );
  if (amountDueCents > mostChargeCents)
    throw new PlatformError(
      'rule_violated',
      'This invoice is above $999,999.99, the most that a card can be charged at once. Contact support to settle it.',
    );
}

export const beingPaid = (): PlatformError => new PlatformError('conflict', 'This invoice is being paid already. Try again in a moment.');

/** True on a payment page or in a bank challenge. Such a payment can be canceled. */
export const waitsForPayer = ({ channel, state }: PaymentRow): boolean =>
  channel === 'checkout' ? state !== 'processing' : state === 'requires_action' || state === 'requires_method';
