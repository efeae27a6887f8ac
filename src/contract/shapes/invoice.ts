import { z } from 'zod';
import { Cents, InvoiceId, Limit, Offset, Slug, UnixSeconds } from './common.ts';
import { Address, TaxId } from './customer.ts';

export const InvoiceStatus = z.enum(['draft', 'paid', 'void', 'open', 'issued', 'uncollectible']);

/** What happens to an unpaid invoice next, and when. Null: nothing is planned. */
export const InvoiceCollection = z.strictObject({
  /** When it becomes overdue. */
  due_at: UnixSeconds.nullable(),
  /** When the card on file is tried next. */
  next_charge_at: UnixSeconds.nullable(),
  /** Until when nothing happens to an organization whose invoice is overdue. */
  grace_period_end: UnixSeconds.nullable(),
  /** When all services stop. */
  restricted_at: UnixSeconds.nullable(),
});

/** Whom an invoice bills, as that was when it became final. */
const BilledTo = z.strictObject({
  /** Of the organization. */
  name: z.string(),
  billing_name: z.string().nullable(),
  address: Address.nullable(),
  tax_id: TaxId.nullable(),
});

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
  /** Extension. Address of the receipt of a paid invoice; null for every other. */
  receipt_pdf: z.string().nullable().optional(),
  /** Extension. Only while something is owed; null otherwise. */
  collection: InvoiceCollection.nullable().optional(),
  /** Extension. Where one invoice is asked for; null for a draft, which bills whoever the customer will be by then. */
  billed_to: BilledTo.nullable().optional(),
});

export const InvoiceList = z.array(Invoice);

const day = /^\d{4}-\d{2}-\d{2}$/;

/** A UTC day ('2026-05-31') or an instant ('2026-05-31T12:00:00Z'), as unix time in whole seconds. */
const Start = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], 'must be a day or an instant in ISO 8601')
  .transform((text) => Math.floor(Date.parse(text) / 1000));

/** The end of a period, as the instant after it: a day belongs to the period whole. */
const End = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], 'must be a day or an instant in ISO 8601')
  .transform((text) => Math.floor(Date.parse(text) / 1000) + (day.test(text) ? 86_400 : 0));

const inOrder = ({ from, to }: { from?: number | undefined; to?: number | undefined }): boolean =>
  from === undefined || to === undefined || to > from;
const notInOrder = { path: ['to'], message: 'must not be before from' };

const filters = {
  /** Comma-separated statuses. */
  status: z
    .string()
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(InvoiceStatus))
    .optional(),
  from: Start.optional(),
  to: End.optional(),
  /** The digits that a number ends with, or the number itself. */
  search: z.string().trim().min(1).max(100).optional(),
};

export const InvoiceFiltersQuery = z.strictObject(filters).refine(inOrder, notInOrder);

export const InvoicesQuery = z.strictObject({ offset: Offset.optional(), limit: Limit.optional(), ...filters }).refine(inOrder, notInOrder);

export const InvoiceExportQuery = z
  .strictObject({ from: Start.optional(), to: End.optional(), kind: z.enum(['totals', 'lines']).optional() })
  .refine(inOrder, notInOrder);

export const InvoiceParams = z.strictObject({ slug: Slug, invoice_id: InvoiceId });
