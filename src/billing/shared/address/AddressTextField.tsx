import type { ReactNode } from 'react';
import { TextField } from '#ui/TextField/TextField.tsx';
import { addressLabels, type AddressFieldName } from './address.form.ts';
import { fieldIdOf, type AddressForm } from './use-address-form.ts';

export interface AddressTextFieldProps {
  readonly form: AddressForm;
  readonly name: Exclude<AddressFieldName, 'country' | 'tax_id_kind'>;
  readonly autoComplete: string;
  readonly isReadOnly: boolean;
  readonly isRequired?: boolean;
  readonly description?: ReactNode;
}

export function AddressTextField({ form, name, isRequired, ...props }: AddressTextFieldProps) {
  return (
    <form.fields.Field name={name}>
      {(field) => (
        <TextField
          {...props}
          {...(isRequired === undefined ? {} : { isRequired })}
          id={fieldIdOf(form.id, name)}
          label={addressLabels[name]}
          value={field.state.value}
          onChange={field.handleChange}
          onBlur={field.handleBlur}
          errorMessage={form.messages[name]}
        />
      )}
    </form.fields.Field>
  );
}
