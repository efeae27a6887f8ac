import { useSelector } from '@tanstack/react-form';
import { useEffect, useMemo, useState } from 'react';
import { announce } from '#ui/Announcer/announce.ts';
import { Button } from '#ui/Button/Button.tsx';
import { ComboBox } from '#ui/ComboBox/ComboBox.tsx';
import { uiTexts } from '#ui/texts.ts';
import { addressLabels } from './address.form.ts';
import { AddressTextField } from './AddressTextField.tsx';
import type { AddressFieldsProps } from './AddressFields.tsx';
import { kindItems, valueHint } from './tax-id-items.ts';
import { fieldIdOf } from './use-address-form.ts';
import { clearedWords } from './use-change-country.ts';
import styles from './AddressFields.module.css';

export function TaxIdFields({ form, isReadOnly = false }: AddressFieldsProps) {
  const { fields, base } = form;
  const country = useSelector(fields.store, ({ values }) => values.country);
  const postalCode = useSelector(fields.store, ({ values }) => values.postal_code);
  const kindKey = useSelector(fields.store, ({ values }) => values.tax_id_kind);
  const value = useSelector(fields.store, ({ values }) => values.tax_id_value);
  const restedValue = useRested(value);
  const items = useMemo(() => kindItems({ country, postal_code: postalCode }, kindKey), [country, postalCode, kindKey]);
  const wasCleared = kindKey === '' && base.tax_id_kind !== '' && country !== '' && country !== base.country;
  return (
    <div className={styles.fields}>
      <div className={styles.wide}>
        <fields.Field name="tax_id_kind">
          {(field) => (
            <ComboBox
              // A new country remounts the field, because the text in the field can be a tax ID type of the old country.
              key={country}
              id={fieldIdOf(form.id, 'tax_id_kind')}
              label={addressLabels.tax_id_kind}
              items={items}
              selectedKey={kindKey || null}
              onSelectionChange={(key) => {
                field.handleChange(key ?? '');
                if (value === '') return;
                fields.setFieldValue('tax_id_value', '');
                announce('Tax ID cleared');
              }}
              description={wasCleared ? clearedWords(country) : undefined}
              errorMessage={form.messages.tax_id_kind}
              unavailableReason={unavailable(country, items.length)}
              isReadOnly={isReadOnly}
              isRequired={false}
            />
          )}
        </fields.Field>
      </div>
      <div className={styles.wide}>
        <AddressTextField
          form={form}
          name="tax_id_value"
          autoComplete="off"
          isReadOnly={isReadOnly || kindKey === ''}
          description={valueHint(kindKey, restedValue)}
        />
      </div>
      <p className={styles.wide}>
        <Button
          unavailableReason={kindKey === '' && value === '' ? 'There is no tax ID to remove.' : isReadOnly ? uiTexts.busyReason : undefined}
          onPress={() => {
            fields.setFieldValue('tax_id_kind', '');
            fields.setFieldValue('tax_id_value', '');
            announce('Tax ID removed, not saved yet');
          }}
        >
          Remove tax ID
        </Button>
      </p>
    </div>
  );
}

/** Pause in typing, in milliseconds, after which the hint changes. Screen readers repeat the hint whenever it changes. */
const restMs = 700;

/** Returns the value after the member has not typed for `restMs`. Returns an empty value immediately. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return value === '' ? value : rested;
}

function unavailable(country: string, kinds: number): string | undefined {
  if (country === '') return 'Choose a country first';
  return kinds === 0 ? 'No tax ID is asked for in this country' : undefined;
}
