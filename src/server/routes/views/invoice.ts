import type { Invoice } from '#contract/types.ts';
import type { InvoiceRow } from '#server/store/invoices.ts';
import { unixSeconds } from './time.ts';

export const invoiceView = (row: InvoiceRow): Invoice => ({
  id: row.id,
  number: row.number,
  status: row.status,
  period_end: unixSeconds(row.periodEnd),
  amount_due: row.amountDueCents,
  subtotal: row.subtotalCents,
  payment_attempted: row.paymentAttempted,
  payment_is_processing: row.paymentIsProcessing,
  invoice_pdf: row.pdfPath,
  subscription: row.subscriptionId,
});
