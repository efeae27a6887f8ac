import { z } from 'zod/mini';
import { EmailAddress } from '#contract/email-address.ts';
import { detailLimits as limits } from '#contract/limits.ts';
import { typedLine, typedName } from '#contract/typed-line.ts';
import { Cents } from './common.ts';

/** May be left empty; what is given is long enough. */
const optionalLine = ({ min, max }: { min: number; max: number }) =>
  z.nullish(
    typedLine(0, max).check(({ value, issues }) => {
      if (value === '' || value.length >= min) return;
      const message = `must have at least ${min} characters`;
      issues.push({ code: 'too_small', origin: 'string', minimum: min, inclusive: true, input: value, message, continue: true });
    }),
  );

/** ISO 3166-1 alpha-2. */
export const CountryCode = z.string().check(z.trim(), z.regex(/^[A-Z]{2}$/, 'must be a country code of two capital letters'));

/** An address as it is stored. */
export const Address = z.strictObject({
  line1: z.string(),
  line2: z.nullish(z.string()),
  city: z.nullish(z.string()),
  state: z.nullish(z.string()),
  postal_code: z.nullish(z.string()),
  country: z.string(),
});

/** An address as it is given. */
export const AddressInput = z.strictObject({
  line1: typedLine(limits.line1.min, limits.line1.max),
  line2: optionalLine(limits.line2),
  city: optionalLine(limits.city),
  state: optionalLine(limits.state),
  postal_code: optionalLine(limits.postal_code),
  country: CountryCode,
});

export const BillingName = typedName(limits.billing_name.min, limits.billing_name.max);

export const TaxId = z.strictObject({ type: z.string(), value: z.string(), country: z.string() });

export const TaxIdInput = z.strictObject({
  type: z.string().check(z.trim(), z.regex(/^[a-z0-9_]{2,40}$/, 'must be a tax ID type')),
  value: typedLine(limits.tax_id_value.min, limits.tax_id_value.max),
  country: CountryCode,
});

/** Answer of the tax authority's register; `unavailable` if it can't be queried. */
export const TaxVerification = z.enum(['pending', 'verified', 'unverified', 'unavailable']);

/** Answer of the tax ID calls; `verification` is there when a tax ID is. */
export const TaxIdAnswer = z.strictObject({ tax_id: z.nullable(TaxId), verification: z.optional(TaxVerification) });

const PoNumber = typedLine(limits.po_number.min, limits.po_number.max);
const BuyerReference = typedLine(limits.buyer_reference.min, limits.buyer_reference.max);

/** Numbers that the customer's bookkeeping needs on invoices. Null removes a value. */
export const InvoiceReferencesInput = z.strictObject({
  /** Purchase order number of every invoice. */
  po_number: z.optional(z.nullable(PoNumber)),
  /** Such as a cost center, or the routing ID of a public buyer. */
  buyer_reference: z.optional(z.nullable(BuyerReference)),
  /** Replaces `po_number` on the next invoice that becomes final, and is removed then. */
  next_po_number: z.optional(z.nullable(PoNumber)),
  next_buyer_reference: z.optional(z.nullable(BuyerReference)),
  /** True if the invoice of a cycle waits for a purchase order number, as a draft, for at most 24 hours after the cycle. */
  po_required: z.optional(z.boolean()),
});

/** The references as they are stored. */
export const InvoiceReferences = z.strictObject({
  po_number: z.nullable(z.string()),
  buyer_reference: z.nullable(z.string()),
  next_po_number: z.nullable(z.string()),
  next_buyer_reference: z.nullable(z.string()),
  po_required: z.boolean(),
});

export const Customer = z.strictObject({
  email: z.nullable(z.string()),
  billing_name: z.optional(z.string()),
  additional_emails: z.array(z.string()),
  /** Extension. Recipients whose email is returned; absent if there are none. */
  bounced_emails: z.optional(z.array(z.string())),
  /** Extension. Addresses of the organization and its budgets that get nothing but a confirmation email so far. */
  unconfirmed: z.optional(z.array(z.string())),
  address: z.optional(Address),
  tax_id: z.nullable(TaxId),
  /** Cents; positive is credit owed to the customer. */
  balance: Cents,
  billing_via_partner: z.boolean(),
  /** Extension. Numbers for the customer's bookkeeping. */
  references: z.optional(InvoiceReferences),
  /** Grows with every save of name, address or tax ID. */
  version: z.int(),
});

/** Name, address, tax ID and references together are saved or not at all. A tax ID of null removes the stored one. */
export const CustomerUpdate = z.strictObject({
  billing_name: z.optional(BillingName),
  address: z.optional(AddressInput),
  tax_id: z.optional(z.nullable(TaxIdInput)),
  /** Extension. References that are absent stay as they are. */
  references: z.optional(InvoiceReferencesInput),
  /** The version that the change was made on; a stale one is refused. */
  version: z.optional(z.int().check(z.minimum(0))),
});

export const CustomerUpdateQuery = z.strictObject({ dry_run: z.optional(z.enum(['true', 'false'], 'must be true or false')) });

/** An unconfirmed address that gets its confirmation email again. */
export const ConfirmationRequest = z.strictObject({ address: EmailAddress });
