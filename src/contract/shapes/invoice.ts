import { z } from 'zod/mini';
import { periodFields, periodInOrder, wordList } from '#contract/query-period.ts';
import { Cents, CreditNoteId, InvoiceId, Limit, Offset, Slug, UnixSeconds } from './common.ts';
import { Address, TaxId } from './customer.ts';

export const InvoiceStatus = z.enum(['draft', 'paid', 'void', 'open', 'issued', 'uncollectible']);

/** Next action on an unpaid invoice, and its time; null if no action is planned. */
export const InvoiceCollection = z.strictObject({
  /** Time at which the invoice becomes overdue. */
  due_at: z.nullable(UnixSeconds),
  /** Time of the next charge of the card on file. */
  next_charge_at: z.nullable(UnixSeconds),
  /**
   * Planned charges, the first at `next_charge_at`. A later charge is attempted only if all earlier charges fail.
   * `card` is the card that is currently planned for the charge.
   */
  plan: z.optional(
    z.array(z.strictObject({ at: UnixSeconds, card: z.nullable(z.strictObject({ brand: z.string(), last4: z.string() })) })),
  ),
  /** Payment method of the organization: charge of the card on file, or bank transfer (`invoice`). */
  paid_by: z.optional(z.enum(['card', 'invoice'])),
  /** Present if no card will be charged automatically, so a member must pay the invoice. */
  on_request: z.optional(z.literal(true)),
  /** End of the grace period, in which an overdue invoice has no consequences for the organization. */
  grace_period_end: z.nullable(UnixSeconds),
  /** Time at which all services stop. */
  restricted_at: z.nullable(UnixSeconds),
});

/** The billed customer, as of finalization. */
const BilledTo = z.strictObject({
  /** Name of the organization. */
  name: z.string(),
  billing_name: z.nullable(z.string()),
  address: z.nullable(Address),
  tax_id: z.nullable(TaxId),
  /** API extension. Absent if the invoice has no purchase order number. */
  po_number: z.optional(z.string()),
  /** API extension. Absent if the invoice has no buyer reference. */
  buyer_reference: z.optional(z.string()),
});

/** Seller at finalization. */
const Seller = z.strictObject({
  /** The legal name. */
  name: z.string(),
  address: z.array(z.string()),
  /** Number in the register of companies, with the name of the register. */
  registration: z.string(),
  /** Null for a seller that is not registered for VAT. */
  vat_number: z.nullable(z.string()),
  /** API extension. Legal reason why no tax is charged; absent if the seller gives none. */
  no_tax_reason: z.optional(z.string()),
  /** API extension. Country of the address, ISO 3166-1 alpha-2; absent if the seller gives none. */
  country: z.optional(z.string()),
  /** API extension. VAT category of EN 16931, chosen by a seller with a VAT number. Absent if no category is chosen. */
  tax_category: z.optional(z.enum(['Z', 'E', 'AE', 'K', 'O'])),
});

/** The e-invoice of a document, or the rules of EN 16931 that the e-invoice would break. */
const EInvoiceOffer = z.strictObject({
  /** Address of the UBL file; null if a rule is broken. */
  file: z.nullable(z.string()),
  /** Broken rules: `rule` is the identifier of the rule, and `message` says what to fill in. */
  faults: z.array(z.strictObject({ rule: z.string(), message: z.string() })),
});

/** Reduction of an invoice that was already issued. Amounts are in cents. */
const CreditNote = z.strictObject({
  id: z.string(),
  /** API extension. Null for a credit note of an earlier release, which has no document. */
  number: z.optional(z.nullable(z.string())),
  /** API extension. URL of the PDF; null if the credit note has no number. */
  pdf: z.optional(z.nullable(z.string())),
  /** API extension. Absent if the credit note has no number. */
  e_invoice: z.optional(EInvoiceOffer),
  at: UnixSeconds,
  amount: Cents,
  /** Part of the credit note that exceeds the amount left to pay on the invoice. This part became credit. */
  added_to_credits: Cents,
  reason: z.string(),
});

/** A credit note that cancels an invoice document, and a corrected document with the same lines. Status and payment do not change. */
const InvoiceCorrection = z.strictObject({
  number: z.string(),
  credit_note_number: z.string(),
  at: UnixSeconds,
  pdf: z.string(),
  credit_note_pdf: z.string(),
  /** Present only in the response for a single invoice. */
  billed_to: z.optional(BilledTo),
  /** API extension: e-invoices of the two documents. Present only in the response for a single invoice. */
  e_invoice: z.optional(EInvoiceOffer),
  credit_note_e_invoice: z.optional(EInvoiceOffer),
});

/** Request to replace the billed customer on an invoice with the current details of the customer. */
export const BuyerCorrection = z.strictObject({
  /** Version of the customer that was shown to the member. A stale version is rejected. */
  version: z.int().check(z.minimum(0)),
});

/** Selects a document of an invoice: the original invoice, or a document of one of its corrections. */
export const InvoicePdfQuery = z.strictObject({
  /** Number of the correction: 1 is the oldest. */
  correction: z.optional(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,3}$/, 'must be the place of a correction')), z.transform(Number))),
  /** The corrected invoice, or the credit note; only with `correction`. */
  part: z.optional(z.enum(['invoice', 'credit_note'])),
});

const InvoicePayment = z.strictObject({
  at: z.nullable(UnixSeconds),
  /** Card that paid the invoice; null for other payment methods, or if the card is unknown. */
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
  subscription: z.string(),
  /** API extension. Absent in lists, and for a draft. */
  e_invoice: z.optional(EInvoiceOffer),
  /** API extension. URL of the receipt of a paid invoice; null for other invoices. */
  receipt_pdf: z.optional(z.nullable(z.string())),
  /** API extension. Sum of the credit notes in cents; absent if there are none. `amount_due` is already reduced by this sum. */
  credited: z.optional(Cents),
  /** API extension. Credit notes, oldest first. Absent in lists, and if there are none. */
  credit_notes: z.optional(z.array(CreditNote)),
  /** API extension. Number of the latest corrected invoice; absent if the billed customer was never corrected. */
  corrected_by: z.optional(z.string()),
  /** API extension. Corrections, oldest first; absent if there are none. In lists, an invoice and its corrections count as one invoice. */
  corrections: z.optional(z.array(InvoiceCorrection)),
  /** API extension. Last staff action, such as 'Forgiven: reason'. Only lists contain it. Absent if there is none. */
  staff_note: z.optional(z.string()),
  /** API extension. Staff actions except credit notes, oldest first. Absent in lists, and if there are none. */
  staff_actions: z.optional(z.array(z.strictObject({ at: UnixSeconds, words: z.string() }))),
  /** API extension. Time and method of payment. Absent in lists, and if there was nothing to pay. */
  payment: z.optional(InvoicePayment),
  /** API extension. Next actions to collect the invoice; null if nothing is owed. */
  collection: z.optional(z.nullable(InvoiceCollection)),
  /** API extension. Time at which a draft without its required purchase order number becomes final; absent for other invoices. */
  waits_for_po_until: z.optional(UnixSeconds),
  /** API extension. Absent in lists. Null for a draft, because the billed customer is stored at finalization. */
  billed_to: z.optional(z.nullable(BilledTo)),
  /** API extension. Absent in lists. Null for a draft, and for invoices from before the platform stored the seller. */
  seller: z.optional(z.nullable(Seller)),
});

export const InvoiceList = z.array(Invoice);

const filters = {
  status: z.optional(wordList(InvoiceStatus.options)),
  ...periodFields,
  /** Last digits of an invoice number, or the whole number. API extension: the search also finds the numbers of corrections. */
  search: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
};

export const InvoiceFiltersQuery = z.strictObject(filters).check(periodInOrder);

export const InvoicesQuery = z.strictObject({ offset: z.optional(Offset), limit: z.optional(Limit), ...filters }).check(periodInOrder);

export const InvoiceExportQuery = z.strictObject({ ...periodFields, kind: z.optional(z.enum(['totals', 'lines'])) }).check(periodInOrder);

export const CreditNoteParams = z.strictObject({ slug: Slug, credit_note_id: CreditNoteId });

export const InvoiceParams = z.strictObject({ slug: Slug, invoice_id: InvoiceId });
