import { z } from 'zod/mini';
import { EmailAddress } from '#contract/email-address.ts';
import { detailLimits as limits } from '#contract/limits.ts';
import { typedLine, typedName } from '#contract/typed-line.ts';
import { Cents } from './common.ts';

/** Optional text: empty, or at least `min` characters. */
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

export const Address = z.strictObject({
  line1: z.string(),
  line2: z.nullish(z.string()),
  city: z.nullish(z.string()),
  state: z.nullish(z.string()),
  postal_code: z.nullish(z.string()),
  country: z.string(),
});

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

/** Result of a query in the tax authority's register; `unavailable` if the register can't be queried. */
export const TaxVerification = z.enum(['pending', 'verified', 'unverified', 'unavailable']);

/** `verification` is absent if there is no tax ID. */
export const TaxIdAnswer = z.strictObject({ tax_id: z.nullable(TaxId), verification: z.optional(TaxVerification) });

const PoNumber = typedLine(limits.po_number.min, limits.po_number.max);
const BuyerReference = typedLine(limits.buyer_reference.min, limits.buyer_reference.max);

/** Numbers that the customer's bookkeeping needs on invoices. Null removes a value. */
export const InvoiceReferencesInput = z.strictObject({
  po_number: z.optional(z.nullable(PoNumber)),
  /** For example a cost center, or the routing ID of a public buyer. */
  buyer_reference: z.optional(z.nullable(BuyerReference)),
  /** Replaces `po_number` on the next invoice that becomes final, and is then cleared. */
  next_po_number: z.optional(z.nullable(PoNumber)),
  next_buyer_reference: z.optional(z.nullable(BuyerReference)),
  /** True if a cycle's invoice stays a draft until there is a purchase order number, for at most 24 hours. */
  po_required: z.optional(z.boolean()),
});

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
  /** API extension. Recipients whose email bounces; absent if there are none. */
  bounced_emails: z.optional(z.array(z.string())),
  /** API extension. Unconfirmed addresses of the organization and its budgets; they get only the confirmation email. */
  unconfirmed: z.optional(z.array(z.string())),
  address: z.optional(Address),
  tax_id: z.nullable(TaxId),
  /** Cents; positive is credit owed to the customer. */
  balance: Cents,
  billing_via_partner: z.boolean(),
  /** API extension. */
  references: z.optional(InvoiceReferences),
  /** Increases with each save of name, address or tax ID. */
  version: z.int(),
});

/** Name, address, tax ID and references are saved together or not at all. A null tax ID removes the stored tax ID. */
export const CustomerUpdate = z.strictObject({
  billing_name: z.optional(BillingName),
  address: z.optional(AddressInput),
  tax_id: z.optional(z.nullable(TaxIdInput)),
  /** API extension. Absent references keep their values. */
  references: z.optional(InvoiceReferencesInput),
  /** Version on which the change is based. A stale version is rejected. */
  version: z.optional(z.int().check(z.minimum(0))),
});

export const CustomerUpdateQuery = z.strictObject({ dry_run: z.optional(z.enum(['true', 'false'], 'must be true or false')) });

/** Request to send the confirmation email once more to an unconfirmed address. */
export const ConfirmationRequest = z.strictObject({ address: EmailAddress });
