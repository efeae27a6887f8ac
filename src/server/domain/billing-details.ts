import type { Address, TaxId } from '#contract/types.ts';
import { isCountryCode } from '#lib/country-names.ts';
import { withVatPrefix } from '#lib/tax-id-prefix.ts';
import { findTaxIdKind } from '#lib/tax-id.ts';
import { fitsAddress } from '#lib/tax-id-country.ts';
import { printingProblems } from './printing/unprintable-letters.ts';

export interface DetailsProblem {
  readonly path: string;
  readonly message: string;
}

const sameTaxId = (a: TaxId, b: TaxId | null): boolean => b !== null && a.type === b.type && a.value === b.value && a.country === b.country;

/**
 * Checks a tax ID and adds the VAT prefix of its type. Accepts a stored tax ID unchanged, even if its type is no longer offered.
 * @param place the path of the tax ID for problems, such as `body.tax_id`
 */
export function checkTaxId(
  input: TaxId,
  stored: TaxId | null,
  address: Address | undefined,
  place: string,
): { taxId: TaxId } | { problem: DetailsProblem } {
  if (sameTaxId(input, stored)) return { taxId: input };
  const kind = findTaxIdKind(input);
  if (!kind?.offered) return { problem: { path: `${place}.type`, message: 'is not a tax ID type of this country' } };
  if (address && !fitsAddress(input, address)) {
    return { problem: { path: `${place}.country`, message: 'must be the country of the address' } };
  }
  return { taxId: { ...input, value: withVatPrefix(input.value, kind) } };
}

export const checkAddress = (address: Address, place: string): DetailsProblem | null =>
  isCountryCode(address.country) ? null : { path: `${place}.country`, message: 'is not a country' };

interface PrintedInput {
  readonly billing_name?: string | undefined;
  readonly address?: Address | undefined;
  readonly tax_id?: TaxId | null | undefined;
  readonly references?: Readonly<Record<string, unknown>> | undefined;
}

const textsIn = (values: Readonly<Record<string, unknown>> | null | undefined, place: string): [path: string, text: string][] =>
  Object.entries(values ?? {}).flatMap(([name, text]) =>
    typeof text === 'string' ? [[`${place}.${name}`, text] as [string, string]] : [],
  );

/** Returns a problem for each text that documents cannot print. Ignores texts that are already stored. */
export function checkPrintedTexts(
  { billing_name: name, address, tax_id: taxId, references }: PrintedInput,
  stored: { readonly billingName: string | null; readonly address: Address | null; readonly taxId: TaxId | null },
  taxIdPlace: string,
): DetailsProblem[] {
  const texts = [
    ...textsIn({ billing_name: name }, 'body'),
    ...textsIn(address, 'body.address'),
    ...textsIn(taxId && { value: taxId.value }, taxIdPlace),
    ...textsIn(references, 'body.references'),
  ];
  return printingProblems(texts, [stored.billingName, ...Object.values(stored.address ?? {}), stored.taxId?.value]);
}
