import { z } from 'zod';
import { detailLimits as limits, isPrintable } from '#contract/limits.ts';
import { Cents } from './common.ts';

/** One line of text as people type it: trimmed, without characters that don't print. */
export const typed = (min: number, max: number) =>
  z
    .string()
    .trim()
    .min(min, min === 1 ? 'is required' : `must have at least ${min} characters`)
    .max(max, `must have at most ${max} characters`)
    .refine(isPrintable, 'must not hold control or direction characters');

/** May be left empty; what is given is long enough. */
const optionalLine = ({ min, max }: { min: number; max: number }) =>
  typed(0, max)
    .refine((text) => text === '' || text.length >= min, `must have at least ${min} characters`)
    .nullish();

/** ISO 3166-1 alpha-2. */
export const CountryCode = z
  .string()
  .trim()
  .regex(/^[A-Z]{2}$/, 'must be a country code of two capital letters');

/** An address as it is stored. */
export const Address = z.strictObject({
  line1: z.string(),
  line2: z.string().nullish(),
  city: z.string().nullish(),
  state: z.string().nullish(),
  postal_code: z.string().nullish(),
  country: z.string(),
});

/** An address as it is given. */
export const AddressInput = z.strictObject({
  line1: typed(limits.line1.min, limits.line1.max),
  line2: optionalLine(limits.line2),
  city: optionalLine(limits.city),
  state: optionalLine(limits.state),
  postal_code: optionalLine(limits.postal_code),
  country: CountryCode,
});

export const BillingName = typed(limits.billing_name.min, limits.billing_name.max);

export const TaxId = z.strictObject({ type: z.string(), value: z.string(), country: z.string() });

export const TaxIdInput = z.strictObject({
  type: z
    .string()
    .trim()
    .regex(/^[a-z0-9_]{2,40}$/, 'must be a tax ID type'),
  value: typed(limits.tax_id_value.min, limits.tax_id_value.max),
  country: CountryCode,
});

/** What the tax authority's register said; `unavailable` where it can't be asked. */
export const TaxVerification = z.enum(['pending', 'verified', 'unverified', 'unavailable']);

/** Answer of the tax ID calls; `verification` is there when a tax ID is. */
export const TaxIdAnswer = z.strictObject({ tax_id: TaxId.nullable(), verification: TaxVerification.optional() });

export const Customer = z.strictObject({
  email: z.string().nullable(),
  billing_name: z.string().optional(),
  additional_emails: z.array(z.string()),
  address: Address.optional(),
  tax_id: TaxId.nullable(),
  /** Cents; positive is credit owed to the customer. */
  balance: Cents,
  billing_via_partner: z.boolean(),
  /** Grows with every save of name, address or tax ID. */
  version: z.int(),
});

/** Name, address and tax ID together are saved or not at all. A tax ID of null removes the stored one. */
export const CustomerUpdate = z.strictObject({
  billing_name: BillingName.optional(),
  address: AddressInput.optional(),
  tax_id: TaxIdInput.nullable().optional(),
  /** The version that the change was made on; a stale one is refused. */
  version: z.int().min(0).optional(),
});

export const CustomerUpdateQuery = z.strictObject({ dry_run: z.enum(['true', 'false'], 'must be true or false').optional() });
