import { countryName } from '#lib/country-names.ts';
import { foreignPrefix, withVatPrefix } from '#lib/tax-id-prefix.ts';
import { findTaxIdKind, kindFromKey, kindKey } from '#lib/tax-id.ts';
import { offeredKinds, type TaxPlace } from '#lib/tax-id-country.ts';
import type { ComboBoxItem } from '#ui/ComboBox/match.ts';

/** Name of a tax ID type: "Germany - VAT number". For an unknown type, the type's code follows the country. */
export function kindName(key: string): string {
  const { type, country } = kindFromKey(key);
  const known = findTaxIdKind({ type, country });
  return `${known?.countryName ?? countryName(country)} - ${known?.label ?? type}`;
}

const itemOf = (key: string): ComboBoxItem => ({ id: key, name: kindName(key) });

export function kindItems(address: TaxPlace, chosen: string): readonly ComboBoxItem[] {
  const keys = offeredKinds(address).map(kindKey);
  if (chosen !== '' && !keys.includes(chosen)) keys.push(chosen);
  return keys.map(itemOf);
}

export function valueHint(key: string, typed: string): string | undefined {
  if (key === '') return 'Choose a tax ID type first';
  const kind = findTaxIdKind(kindFromKey(key));
  const value = typed.trim();
  const example = kind?.example ? [`For example ${kind.example}.`] : [];
  if (value === '') return [...example, 'Left empty, no tax ID is saved.'].join(' ');
  const saved = withVatPrefix(value, kind);
  const remarks = [...(saved === value ? [] : [`Will be saved as ${saved}.`]), ...oddLength(saved, kind?.example ?? '')];
  return [...example, ...remarks].join(' ') || undefined;
}

export function foreignPrefixQuestion(key: string, typed: string): string | undefined {
  const kind = findTaxIdKind(kindFromKey(key));
  const foreign = foreignPrefix(typed, kind);
  if (!foreign) return undefined;
  const saved = withVatPrefix(typed, kind);
  return `${foreign.prefix} is the prefix of ${foreign.kind.countryName}. If this is your number in ${kind?.countryName}, submit again. It will be saved as ${saved}.`;
}

const countSigns = (text: string): number => text.replace(/[^\p{L}\p{N}]/gu, '').length;

/** Tolerated difference in length between a tax ID and the example, because some countries use several lengths. */
const usualDifference = 3;

/** Returns a hint about an unusual length. It is not an error, because only the tax office decides about validity. */
function oddLength(value: string, example: string): string[] {
  const [typed, usual] = [countSigns(value), countSigns(example)];
  if (usual === 0 || Math.abs(typed - usual) <= usualDifference) return [];
  return [`It has ${typed} letters and digits; the usual number is ${usual}. Check it before you save.`];
}
