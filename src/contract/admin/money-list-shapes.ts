import { z } from 'zod/mini';
import { Cents, Slug, UnixSeconds } from '#contract/shapes/common.ts';
import { InvoiceStatus } from '#contract/shapes/invoice.ts';
import { nextCursor, pageFields, timeFields } from './page-shapes.ts';
import { StaffInvoice, StaffInvoiceLine } from './staff-shapes.ts';

export const ListedStaffInvoice = z.extend(StaffInvoice, {
  lines: z.array(StaffInvoiceLine),
  /** Versions of the price book by which the invoice lines were billed. */
  price_books: z.array(z.string()),
});

/** `from` and `until` apply to the end of the invoice's period. */
export const StaffInvoicesQuery = z.strictObject({ ...pageFields, ...timeFields, status: z.optional(InvoiceStatus) });

/** Invoices of all organizations, without their lines. */
export const AllInvoicesPage = z.strictObject({ invoices: z.array(StaffInvoice), ...nextCursor });

export const StaffInvoiceList = z.strictObject({ invoices: z.array(ListedStaffInvoice), ...nextCursor });

export const PaymentState = z.enum(['sending', 'requires_action', 'requires_method', 'processing', 'succeeded', 'failed', 'canceled']);

/** `from` and `until` apply to the time of creation. */
export const StaffPaymentsQuery = z.strictObject({ ...pageFields, ...timeFields, state: z.optional(PaymentState) });

export const ListedPayment = z.strictObject({
  id: z.string(),
  organization: Slug,
  gateway_id: z.nullable(z.string()),
  state: PaymentState,
  amount_cents: Cents,
  refunded_cents: Cents,
  invoice: z.nullable(z.string()),
  created_at: UnixSeconds,
});

export const StaffPaymentList = z.strictObject({ payments: z.array(ListedPayment), ...nextCursor });
