import { z } from 'zod';
import { Cents, InvoiceId, Limit, Offset, UnixSeconds } from './common.ts';

export const InvoiceStatus = z.enum(['draft', 'paid', 'void', 'open', 'issued', 'uncollectible']);

export const Invoice = z.strictObject({
  id: InvoiceId,
  number: z.string(),
  status: InvoiceStatus,
  period_end: UnixSeconds,
  amount_due: Cents,
  subtotal: Cents,
  payment_attempted: z.boolean(),
  payment_is_processing: z.boolean(),
  /** Address of the PDF; null while none exists. */
  invoice_pdf: z.string().nullable(),
  /** Id of the subscription that the invoice belongs to. */
  subscription: z.string(),
});

export const InvoiceList = z.array(Invoice);

export const InvoicesQuery = z.strictObject({ offset: Offset.optional(), limit: Limit.optional() });
