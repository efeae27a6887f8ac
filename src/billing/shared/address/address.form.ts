import { detailLimits, isPrintable } from '#contract/limits.ts';
import type { Address, Customer, TaxId } from '#contract/types.ts';
import { isCountryCode } from '#lib/country-names.ts';
import { findTaxIdKind, kindFromKey, kindKey, withVatPrefix } from '#lib/tax-id.ts';
import { billingAddressTexts as texts } from '#lib/texts/billing-address.ts';

/** Name, address and tax ID as they stand in their fields: text as it was typed, empty where there is nothing. */
export interface AddressValues {
  readonly billing_name: string;
  readonly line1: string;
  readonly line2: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly postal_code: string;
  readonly city: string;
  readonly state: string;
  /** Key of the kind (`kindKey`). */
  readonly tax_id_kind: string;
  readonly tax_id_value: string;
}

export type AddressFieldName = keyof AddressValues;

/** Labels in the order of the fields on screen. */
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

/** What is wrong with a text; nothing where it is right. */
type Rule = (trimmed: string) => string | undefined;

/** A text between its limits; what is too short says `missing`. */
function line(name: keyof typeof detailLimits, missing: string, min: number = detailLimits[name].min): Rule {
  const { max } = detailLimits[name];
  const label = addressLabels[name];
  return (text) => {
    if (text.length < min) return missing;
    if (text.length > max) return `${label} must have at most ${max} characters`;
    return isPrintable(text) ? undefined : `${label} must not hold control or direction characters`;
  };
}

function knownCountry(code: string): string | undefined {
  if (code === '') return texts.countryRequired;
  return isCountryCode(code) ? undefined : 'Choose a country from the list';
}

/** Plain functions: a schema library would weigh more than the whole form. The platform checks the same again. */
const rules: Readonly<Partial<Record<AddressFieldName, Rule>>> = {
  billing_name: line('billing_name', texts.nameTooShort),
  line1: line('line1', texts.line1Required),
  line2: line('line2', ''),
  country: knownCountry,
  postal_code: line('postal_code', texts.postalCodeRequired),
  city: line('city', texts.cityRequired),
  state: line('state', ''),
  tax_id_value: line('tax_id_value', '', 0),
};

/** What is wrong with each field, in the words of the specification; null where all is right. */
export function addressFaults(values: AddressValues): Partial<Record<AddressFieldName, string>> | null {
  const found = addressFieldNames.flatMap((name) => {
    const message = rules[name]?.(values[name].trim());
    return message === undefined ? [] : [[name, message] as const];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}

type Stored = Pick<Customer, 'billing_name' | 'address'> & { readonly tax_id?: TaxId | null };

/** What the fields begin with. */
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

export const emptyAddressValues: AddressValues = valuesOf({});

/** The tax ID of the fields: with the prefix that its kind wants, and null without a kind or a value. */
export function taxIdOf(
  { tax_id_kind, tax_id_value }: Pick<AddressValues, 'tax_id_kind' | 'tax_id_value'>,
  stored: TaxId | null,
): TaxId | null {
  const value = tax_id_value.trim();
  if (tax_id_kind === '' || value === '') return null;
  const kind = kindFromKey(tax_id_kind);
  // What nobody touched goes back as it came, whatever rules it was saved under.
  if (stored && kindKey(stored) === tax_id_kind && stored.value === tax_id_value) return stored;
  return { ...kind, value: withVatPrefix(value, findTaxIdKind(kind)) };
}

export interface DetailsRequest {
  readonly billing_name: string;
  /** Absent without a first line. */
  readonly address?: Address;
  readonly tax_id: TaxId | null;
}

const orNull = (text: string): string | null => text.trim() || null;

/** What is sent: trimmed, empty parts as null. */
export function toRequest(values: AddressValues, stored: TaxId | null = null): DetailsRequest {
  const { billing_name, line1, line2, country, postal_code, city, state } = values;
  const address = {
    line1: line1.trim(),
    line2: orNull(line2),
    city: orNull(city),
    state: orNull(state),
    postal_code: orNull(postal_code),
    country: country.trim(),
  };
  return {
    billing_name: billing_name.trim(),
    ...(address.line1 === '' ? {} : { address }),
    tax_id: taxIdOf(values, stored),
  };
}
