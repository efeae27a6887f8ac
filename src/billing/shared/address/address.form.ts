import { z } from 'zod/mini';
import { AddressInput, BillingName, TaxIdInput } from '#contract/shapes/customer.ts';
import type { Address, Customer, TaxId } from '#contract/types.ts';
import { isCountryCode } from '#lib/country-names.ts';
import { plainDigits } from '#lib/number-text.ts';
import { withVatPrefix } from '#lib/tax-id-prefix.ts';
import { findTaxIdKind, kindFromKey, kindKey } from '#lib/tax-id.ts';
import { billingAddressTexts as texts } from '#lib/texts/billing-address.ts';

/** A missing value is empty text. */
export interface AddressValues {
  readonly billing_name: string;
  readonly line1: string;
  readonly line2: string;
  /** Country code (ISO 3166-1 alpha-2). */
  readonly country: string;
  readonly postal_code: string;
  readonly city: string;
  readonly state: string;
  /** Key of the tax ID's type, as returned by `kindKey`. */
  readonly tax_id_kind: string;
  readonly tax_id_value: string;
}

export type AddressFieldName = keyof AddressValues;

export const addressLabels: Readonly<Record<AddressFieldName, string>> = {
  billing_name: 'Name',
  line1: 'Address line 1',
  line2: 'Address line 2',
  country: 'Country',
  postal_code: 'Postal code',
  city: 'City',
  state: 'State / Province',
  tax_id_kind: 'Tax ID type',
  tax_id_value: 'Tax ID',
};

export const addressFieldNames = Object.keys(addressLabels) as readonly AddressFieldName[];

/** A field without `missing` is optional. */
const line = (name: AddressFieldName, shape: z.ZodMiniType, missing?: string) =>
  z.string().check(
    z.superRefine((typed, found) => {
      const isLeftOut = typed.trim() === '';
      if (isLeftOut && missing === undefined) return;
      const issue = z.safeParse(shape, typed).error?.issues[0];
      if (missing !== undefined && (isLeftOut || issue?.code === 'too_small')) found.addIssue(missing);
      else if (issue) found.addIssue(`${addressLabels[name]} ${issue.message}`);
    }),
  );

const address = AddressInput.shape;

/** Combines the platform's schemas with the specification's messages. */
export const addressSchema = z.object({
  billing_name: line('billing_name', BillingName, texts.nameTooShort),
  line1: line('line1', address.line1, texts.line1Required),
  line2: line('line2', address.line2),
  country: z.string().check(
    z.minLength(1, { error: texts.countryRequired, abort: true }),
    z.refine((code) => isCountryCode(code), 'Choose a country from the list'),
  ),
  postal_code: line('postal_code', address.postal_code, texts.postalCodeRequired),
  city: line('city', address.city, texts.cityRequired),
  state: line('state', address.state),
  tax_id_kind: z.string(),
  tax_id_value: line('tax_id_value', TaxIdInput.shape.value),
});

type Stored = Pick<Customer, 'billing_name' | 'address'> & { readonly tax_id?: TaxId | null };

export function valuesOf({ billing_name, address, tax_id }: Stored): AddressValues {
  return {
    billing_name: billing_name ?? '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    country: address?.country ?? '',
    postal_code: address?.postal_code ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    tax_id_kind: tax_id ? kindKey(tax_id) : '',
    tax_id_value: tax_id?.value ?? '',
  };
}

/** Returns the tax ID in the form, with the prefix of its type; null without a type or a value. */
export function taxIdOf(
  { tax_id_kind, tax_id_value }: Pick<AddressValues, 'tax_id_kind' | 'tax_id_value'>,
  stored: TaxId | null,
): TaxId | null {
  const value = tax_id_value.trim();
  if (tax_id_kind === '' || value === '') return null;
  const kind = kindFromKey(tax_id_kind);
  // An unchanged tax ID is sent as stored, even if it breaks today's rules.
  if (stored && kindKey(stored) === tax_id_kind && stored.value === tax_id_value) return stored;
  return { ...kind, value: withVatPrefix(value, findTaxIdKind(kind)) };
}

export interface DetailsRequest {
  readonly billing_name: string;
  /** Address; absent if the first address line is empty. */
  readonly address?: Address;
  readonly tax_id: TaxId | null;
}

const orNull = (text: string): string | null => text.trim() || null;

/** Trims values; an empty value becomes null. */
export function toRequest(values: AddressValues, stored: TaxId | null = null): DetailsRequest {
  const { billing_name, line1, line2, country, postal_code, city, state } = values;
  const address = {
    line1: line1.trim(),
    line2: orNull(line2),
    city: orNull(city),
    state: orNull(state),
    postal_code: orNull(plainDigits(postal_code)),
    country: country.trim(),
  };
  return {
    billing_name: billing_name.trim(),
    ...(address.line1 === '' ? {} : { address }),
    tax_id: taxIdOf(values, stored),
  };
}
