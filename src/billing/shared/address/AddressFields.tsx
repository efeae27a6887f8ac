import { Field } from '@tanstack/react-form';
import { useMemo } from 'react';
import { ComboBox } from '#ui/ComboBox/ComboBox.tsx';
import { addressLabels } from './address.form.ts';
import { AddressTextField } from './AddressTextField.tsx';
import { countryItemsWith } from './country-items.ts';
import { fieldIdOf, type AddressForm } from './use-address-form.ts';
import { useTaxIdOfCountry } from './use-tax-id-of-country.ts';
import styles from './AddressFields.module.css';

export interface AddressFieldsProps {
  readonly form: AddressForm;
  /** While a save is under way: everything stays readable and nothing that has focus loses it. */
  readonly isReadOnly?: boolean;
}

/** Name and address, in the order of the specification. */
export function AddressFields({ form, isReadOnly = false }: AddressFieldsProps) {
  const shared = { form, isReadOnly };
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
        <CountryField {...shared} />
      </div>
      <AddressTextField {...shared} name="postal_code" autoComplete="postal-code" isRequired />
      <AddressTextField {...shared} name="city" autoComplete="address-level2" isRequired />
      <AddressTextField {...shared} name="state" autoComplete="address-level1" isRequired={false} />
    </div>
  );
}

/** A change of country takes the tax ID of another country along, and says so. */
function CountryField({ form, isReadOnly }: Required<AddressFieldsProps>) {
  const keepTaxIdFitting = useTaxIdOfCountry(form);
  const items = useMemo(() => countryItemsWith(form.base.country), [form.base.country]);
  return (
    <Field form={form.fields} name="country">
      {(field) => (
        <ComboBox
          id={fieldIdOf(form.id, 'country')}
          label={addressLabels.country}
          items={items}
          selectedKey={field.state.value || null}
          onSelectionChange={(code) => {
            field.handleChange(code ?? '');
            if (code !== null) keepTaxIdFitting(code);
          }}
          autoComplete="country"
          errorMessage={form.messages.country}
          isReadOnly={isReadOnly}
          isRequired
        />
      )}
    </Field>
  );
}
