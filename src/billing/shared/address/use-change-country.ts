import { useRef, useState } from 'react';
import { countryName } from '#lib/country-names.ts';
import { fitsCountry, kindFromKey } from '#lib/tax-id.ts';
import { announce } from '#ui/Announcer/announce.ts';
import type { AddressValues } from './address.form.ts';
import type { AddressForm } from './use-address-form.ts';

type TaxIdValues = Pick<AddressValues, 'tax_id_kind' | 'tax_id_value'>;

const none: TaxIdValues = { tax_id_kind: '', tax_id_value: '' };

/** What to say when a change of country clears a tax ID, aloud and at the field. */
export const clearedWords = (country: string): string => `Tax ID type cleared, not used in ${countryName(country)}`;

/** What to say when a change of country clears a state, aloud and at the field. */
export const clearedStateWords = (country: string): string => `State / Province cleared, the country is now ${countryName(country)}`;

export interface CountryChange {
  /** Puts a country into the form, and what belongs to another country out of it. Null while none is chosen. */
  readonly changeCountry: (country: string | null) => void;
  /** The country whose choice cleared a state; undefined where none did. */
  readonly stateClearedBy: string | undefined;
}

/**
 * What a change of country does to the state and the tax ID: those of another country are cleared, and come back with
 * their country, for names are typed letter by letter and pass other countries on the way.
 */
export function useChangeCountry(form: AddressForm): CountryChange {
  const { fields } = form;
  const taxIdWords = useTaxIdOfCountry(form);
  const states = useRef(new Map<string, string>());
  const lastCountry = useRef('');
  const [stateClearedBy, setStateClearedBy] = useState<string>();

  /** @returns what to say of it; undefined where the state stays */
  const stateWords = (before: string, country: string): string | undefined => {
    const { state } = fields.state.values;
    // A state that was typed before any country belongs to the first one.
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
      // One message: the second of two would cut the first one off.
      if (words.length > 0) announce(words.join('. '));
    },
  };
}

/** @returns changes the tax ID with the country, and returns what to say of it; undefined where it stays */
function useTaxIdOfCountry({ fields }: AddressForm): (country: string) => string | undefined {
  const cleared = useRef<TaxIdValues | null>(null);
  const put = ({ tax_id_kind, tax_id_value }: TaxIdValues) => {
    fields.setFieldValue('tax_id_kind', tax_id_kind);
    fields.setFieldValue('tax_id_value', tax_id_value);
  };
  return (country) => {
    const { tax_id_kind, tax_id_value } = fields.state.values;
    if (tax_id_kind === '') {
      const before = cleared.current;
      if (!before || !fitsCountry(kindFromKey(before.tax_id_kind).country, country)) return undefined;
      cleared.current = null;
      put(before);
      return `Tax ID type of ${countryName(country)} restored`;
    }
    if (fitsCountry(kindFromKey(tax_id_kind).country, country)) return undefined;
    cleared.current = { tax_id_kind, tax_id_value };
    put(none);
    return clearedWords(country);
  };
}
