import { z } from 'zod/mini';
import { periodFields, periodInOrder, wordList } from '#contract/query-period.ts';
import { Cents, CreditNoteId, InvoiceId, Limit, Offset, Slug, UnixSeconds } from './common.ts';
import { Address, TaxId } from './customer.ts';

export const InvoiceStatus = z.enum(['draft', 'paid', 'void', 'open', 'issued', 'uncollectible']);

/** Next action on an unpaid invoice, and its time; null if none is planned. */
export const InvoiceCollection = z.strictObject({
  /** When it becomes overdue. */
  due_at: z.nullable(UnixSeconds),
  /** When the card on file is tried next. */
  next_charge_at: z.nullable(UnixSeconds),
  /** All planned charges if each one fails, the first at `next_charge_at`, with the card that is tried as of now. */
  plan: z.optional(
    z.array(z.strictObject({ at: UnixSeconds, card: z.nullable(z.strictObject({ brand: z.string(), last4: z.string() })) })),
  ),
  /** How the organization pays: the card on file is charged, or it transfers what it owes. */
  paid_by: z.optional(z.enum(['card', 'invoice'])),
  /** Only where no charge of a card is planned or comes: a member pays it. */
  on_request: z.optional(z.literal(true)),
  /** Until when nothing happens to an organization whose invoice is overdue. */
  grace_period_end: z.nullable(UnixSeconds),
  /** When all services stop. */
  restricted_at: z.nullable(UnixSeconds),
});

/** The billed customer, as of finalization. */
const BilledTo = z.strictObject({
  /** Id of the organization. */
  name: z.string(),
  billing_name: z.nullable(z.string()),
  address: z.nullable(Address),
  tax_id: z.nullable(TaxId),
  /** Extension. The customer's purchase order number; only where there is one. */
  po_number: z.optional(z.string()),
  /** Extension. The customer's reference; only where there is one. */
  buyer_reference: z.optional(z.string()),
});

/** Seller at finalization. */
const Seller = z.strictObject({
  /** The legal name. */
  name: z.string(),
  /** Lines of the address. */
  address: z.array(z.string()),
  /** In the register of companies, with the register's name. */
  registration: z.string(),
  /** Null for a seller that is not registered for VAT. */
  vat_number: z.nullable(z.string()),
  /** Extension. Why no tax is charged, as the law asks for; absent where the seller gives no reason. */
  no_tax_reason: z.optional(z.string()),
});

/** Reductions of an invoice after it was issued, in cents. */
const CreditNote = z.strictObject({
  id: z.string(),
  /** Extension. Null for a credit note of an earlier release, which has no document. */
  number: z.optional(z.nullable(z.string())),
  /** Extension. Address of the PDF; null without a number. */
  pdf: z.optional(z.nullable(z.string())),
  at: UnixSeconds,
  amount: Cents,
  /** The part that became credit, because the invoice had less left to pay. */
  added_to_credits: Cents,
  reason: z.string(),
});

/** A credit note that cancels an invoice on paper, and a corrected invoice with the same lines. Status and payment stay the invoice's. */
const InvoiceCorrection = z.strictObject({
  /** Number of the corrected invoice. */
  number: z.string(),
  credit_note_number: z.string(),
  at: UnixSeconds,
  billed_to: BilledTo,
  /** Addresses of the two documents. */
  pdf: z.string(),
  credit_note_pdf: z.string(),
});

/** The customer as it is saved becomes the one that is billed. */
export const BuyerCorrection = z.strictObject({
  /** The version of the customer that the member has seen; a stale one is refused. */
  version: z.int().check(z.minimum(0)),
});

/** Which paper of an invoice: its own, or one of a correction. */
export const InvoicePdfQuery = z.strictObject({
  /** From 1, the oldest first. */
  correction: z.optional(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,3}$/, 'must be the place of a correction')), z.transform(Number))),
  /** The corrected invoice, or the credit note; only with `correction`. */
  part: z.optional(z.enum(['invoice', 'credit_note'])),
});

const InvoicePayment = z.strictObject({
  /** Null where it is not known. */
  at: z.nullable(UnixSeconds),
  /** Null for another way, or one that is not known. */
  card: z.nullable(z.strictObject({ brand: z.string(), last4: z.string() })),
  on_payment_page: z.boolean(),
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
  invoice_pdf: z.nullable(z.string()),
  /** Id of the subscription that the invoice belongs to. */
  subscription: z.string(),
  /** Extension. Address of the receipt of a paid invoice; null for every other. */
  receipt_pdf: z.optional(z.nullable(z.string())),
  /** Extension. What credit notes have taken off it, in cents; only where they have. `amount_due` is after them. */
  credited: z.optional(Cents),
  /** Extension. Where one invoice is asked for: its credit notes, oldest first. Only where there are some. */
  credit_notes: z.optional(z.array(CreditNote)),
  /** Extension. Number of the latest corrected invoice; only where who is billed was corrected. */
  corrected_by: z.optional(z.string()),
  /** Extension. Where one invoice is asked for: its corrections, oldest first. Only where there are some. */
  corrections: z.optional(z.array(InvoiceCorrection)),
  /** Extension. Where invoices are listed: what staff did to it last, such as 'Forgiven: reason'. Only where they did something. */
  staff_note: z.optional(z.string()),
  /** Extension. Where one invoice is asked for: what staff did to it but for credit notes, oldest first. Only where they did something. */
  staff_actions: z.optional(z.array(z.strictObject({ at: UnixSeconds, words: z.string() }))),
  /** Extension. When and how it was paid. Only when reading one invoice, and only where there was something to pay. */
  payment: z.optional(InvoicePayment),
  /** Extension. Only while something is owed; null otherwise. */
  collection: z.optional(z.nullable(InvoiceCollection)),
  /** Extension. Only for a draft that waits for a purchase order number: when it becomes final without one. */
  waits_for_po_until: z.optional(UnixSeconds),
  /** Extension. Only when reading one invoice; null for a draft, which bills the customer as of finalization. */
  billed_to: z.optional(z.nullable(BilledTo)),
  /** Extension. Only when reading one invoice; null for a draft, and for invoices made before the seller was kept. */
  seller: z.optional(z.nullable(Seller)),
});

export const InvoiceList = z.array(Invoice);

const filters = {
  /** Comma-separated statuses. */
  status: z.optional(wordList(InvoiceStatus.options)),
  ...periodFields,
  /** The digits that a number ends with, or the number itself. */
  search: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
};

export const InvoiceFiltersQuery = z.strictObject(filters).check(periodInOrder);

export const InvoicesQuery = z.strictObject({ offset: z.optional(Offset), limit: z.optional(Limit), ...filters }).check(periodInOrder);

export const InvoiceExportQuery = z.strictObject({ ...periodFields, kind: z.optional(z.enum(['totals', 'lines'])) }).check(periodInOrder);

export const CreditNoteParams = z.strictObject({ slug: Slug, credit_note_id: CreditNoteId });

export const InvoiceParams = z.strictObject({ slug: Slug, invoice_id: InvoiceId });
