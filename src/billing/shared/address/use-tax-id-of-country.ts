import { useRef } from 'react';
import { countryName } from '#lib/country-names.ts';
import { fitsCountry, kindFromKey } from '#lib/tax-id.ts';
import { announce } from '#ui/Announcer/announce.ts';
import type { AddressValues } from './address.form.ts';
import type { AddressForm } from './use-address-form.ts';

type TaxIdValues = Pick<AddressValues, 'tax_id_kind' | 'tax_id_value'>;

const none: TaxIdValues = { tax_id_kind: '', tax_id_value: '' };

/** What to say when a change of country clears a tax ID, aloud and at the field. */
export const clearedWords = (country: string): string => `Tax ID type cleared, not used in ${countryName(country)}`;

/**
 * What a change of country does to the tax ID: one of another country is cleared, and comes back with its country, for
 * names are typed letter by letter and pass other countries on the way.
 */
export function useTaxIdOfCountry({ fields }: AddressForm): (country: string) => void {
  const cleared = useRef<TaxIdValues | null>(null);
  const put = ({ tax_id_kind, tax_id_value }: TaxIdValues) => {
    fields.setFieldValue('tax_id_kind', tax_id_kind);
    fields.setFieldValue('tax_id_value', tax_id_value);
  };
  return (country) => {
    const { tax_id_kind, tax_id_value } = fields.state.values;
    if (tax_id_kind === '') {
      const before = cleared.current;
      if (!before || !fitsCountry(kindFromKey(before.tax_id_kind).country, country)) return;
      cleared.current = null;
      put(before);
      announce(`Tax ID type of ${countryName(country)} restored`);
    } else if (!fitsCountry(kindFromKey(tax_id_kind).country, country)) {
      cleared.current = { tax_id_kind, tax_id_value };
      put(none);
      announce(clearedWords(country));
    }
  };
}
