import { useRef, useState } from 'react';
import { countryName } from '#lib/country-names.ts';
import { kindFromKey } from '#lib/tax-id.ts';
import { fitsAddress } from '#lib/tax-id-country.ts';
import { announce } from '#ui/Announcer/announce.ts';
import type { AddressValues } from './address.form.ts';
import type { AddressForm } from './use-address-form.ts';

type TaxIdValues = Pick<AddressValues, 'tax_id_kind' | 'tax_id_value'>;

const none: TaxIdValues = { tax_id_kind: '', tax_id_value: '' };

export const clearedWords = (country: string): string => `Tax ID type cleared, not used in ${countryName(country)}`;

export const clearedStateWords = (country: string): string => `State / Province cleared, the country is now ${countryName(country)}`;

export interface CountryChange {
  readonly changeCountry: (country: string | null) => void;
  /** Country whose selection cleared the field State / Province; undefined if the field was not cleared. */
  readonly stateClearedBy: string | undefined;
}

/** Clears state and tax ID when the country changes. Restores both when the member selects the old country again. */
export function useChangeCountry(form: AddressForm): CountryChange {
  const { fields } = form;
  const taxIdWords = useTaxIdOfCountry(form);
  const states = useRef(new Map<string, string>());
  const lastCountry = useRef('');
  const [stateClearedBy, setStateClearedBy] = useState<string>();

  /** Changes State / Province to fit the country. @returns the announcement; undefined if the field stays unchanged */
  const stateWords = (before: string, country: string): string | undefined => {
    const { state } = fields.state.values;
    // Keeps a state or province that was typed before the first country was selected, because the typed text belongs to that country.
    if (before === '' || before === country) return undefined;
    states.current.set(before, state);
    const restored = states.current.get(country) ?? '';
    fields.setFieldValue('state', restored);
    if (restored !== '') return `State / Province of ${countryName(country)} restored`;
    if (state.trim() === '') return undefined;
    setStateClearedBy(country);
    return clearedStateWords(country);
  };

  return {
    stateClearedBy,
    changeCountry(country) {
      const before = fields.state.values.country || lastCountry.current;
      lastCountry.current = before;
      fields.setFieldValue('country', country ?? '');
      if (country === null) return;
      const words = [taxIdWords(country), stateWords(before, country)].filter((text) => text !== undefined);
      // Makes one announcement, because a second announcement would interrupt the first.
      if (words.length > 0) announce(words.join('. '));
    },
  };
}

/** @returns a function that adjusts the tax ID to a country and returns the announcement, or undefined if the tax ID stays */
function useTaxIdOfCountry({ fields }: AddressForm): (country: string) => string | undefined {
  const cleared = useRef<TaxIdValues | null>(null);
  const setTaxId = ({ tax_id_kind, tax_id_value }: TaxIdValues) => {
    fields.setFieldValue('tax_id_kind', tax_id_kind);
    fields.setFieldValue('tax_id_value', tax_id_value);
  };
  return (country) => {
    const { tax_id_kind, tax_id_value, postal_code } = fields.state.values;
    const address = { country, postal_code };
    if (tax_id_kind === '') {
      const before = cleared.current;
      if (!before || !fitsAddress(kindFromKey(before.tax_id_kind), address)) return undefined;
      cleared.current = null;
      setTaxId(before);
      return `Tax ID type of ${countryName(country)} restored`;
    }
    if (fitsAddress(kindFromKey(tax_id_kind), address)) return undefined;
    cleared.current = { tax_id_kind, tax_id_value };
    setTaxId(none);
    return clearedWords(country);
  };
}
