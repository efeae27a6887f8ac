import { useSelector } from '@tanstack/react-form';
import { useMemo } from 'react';
import { countryCodes, countryName } from '#lib/country-names.ts';
import { otherCountryNames } from '#lib/other-country-names.ts';
import { ComboBox } from '#ui/ComboBox/ComboBox.tsx';
import type { ComboBoxItem } from '#ui/ComboBox/match.ts';
import { addressLabels } from './address.form.ts';
import { AddressTextField } from './AddressTextField.tsx';
import { fieldIdOf, type AddressForm } from './use-address-form.ts';
import { clearedStateWords, useChangeCountry, type CountryChange } from './use-change-country.ts';
import styles from './AddressFields.module.css';

const itemOf = (code: string): ComboBoxItem => ({ id: code, name: countryName(code), code, otherNames: otherCountryNames[code] ?? [] });

const countryItems: readonly ComboBoxItem[] = countryCodes.map(itemOf).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));

const countryItemsWith = (stored: string): readonly ComboBoxItem[] =>
  stored === '' || countryCodes.includes(stored) ? countryItems : [...countryItems, itemOf(stored)];

export interface AddressFieldsProps {
  readonly form: AddressForm;
  /** True during a save. The fields then stay readable and keep the focus. */
  readonly isReadOnly?: boolean;
}

export function AddressFields({ form, isReadOnly = false }: AddressFieldsProps) {
  const shared = { form, isReadOnly };
  const { changeCountry, stateClearedBy } = useChangeCountry(form);
  return (
    <div className={styles.fields}>
      <div className={styles.wide}>
        <AddressTextField {...shared} name="billing_name" autoComplete="organization" isRequired />
      </div>
      <div className={styles.wide}>
        <AddressTextField {...shared} name="line1" autoComplete="address-line1" isRequired />
      </div>
      <div className={styles.wide}>
        <AddressTextField {...shared} name="line2" autoComplete="address-line2" isRequired={false} />
      </div>
      <div className={styles.wide}>
        <CountryField {...shared} changeCountry={changeCountry} />
      </div>
      <AddressTextField {...shared} name="postal_code" autoComplete="postal-code" isRequired />
      <AddressTextField {...shared} name="city" autoComplete="address-level2" isRequired />
      <StateField {...shared} stateClearedBy={stateClearedBy} />
    </div>
  );
}

function CountryField({ form, isReadOnly, changeCountry }: Required<AddressFieldsProps> & Pick<CountryChange, 'changeCountry'>) {
  const items = useMemo(() => countryItemsWith(form.base.country), [form.base.country]);
  return (
    <form.fields.Field name="country">
      {(field) => (
        <ComboBox
          id={fieldIdOf(form.id, 'country')}
          label={addressLabels.country}
          items={items}
          selectedKey={field.state.value || null}
          onSelectionChange={changeCountry}
          autoComplete="country"
          errorMessage={form.messages.country}
          isReadOnly={isReadOnly}
          isRequired
        />
      )}
    </form.fields.Field>
  );
}

function StateField({ form, isReadOnly, stateClearedBy }: Required<AddressFieldsProps> & Pick<CountryChange, 'stateClearedBy'>) {
  const isCleared = useSelector(form.fields.store, ({ values }) => values.state === '' && values.country === stateClearedBy);
  return (
    <AddressTextField
      {...{ form, isReadOnly }}
      name="state"
      autoComplete="address-level1"
      isRequired={false}
      description={isCleared && stateClearedBy !== undefined ? clearedStateWords(stateClearedBy) : undefined}
    />
  );
}
