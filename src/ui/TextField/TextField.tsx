import type { ReactNode, Ref } from 'react';
import { useObjectRef } from 'react-aria/useObjectRef';
import { useTextField } from 'react-aria/useTextField';
import type { AriaTextFieldProps } from 'react-aria/useTextField';
import fieldStyles from '#ui/Field/Field.module.css';
import { FieldLabel } from '#ui/Field/FieldLabel.tsx';
import { FieldNotes } from '#ui/Field/FieldNotes.tsx';
import { useFieldIds } from '#ui/Field/use-field-ids.ts';

type AriaProps = Pick<
  AriaTextFieldProps,
  | 'value'
  | 'defaultValue'
  | 'onChange'
  | 'onBlur'
  | 'onFocus'
  | 'onPaste'
  | 'onKeyDown'
  | 'name'
  | 'type'
  | 'autoComplete'
  | 'inputMode'
  | 'maxLength'
  | 'spellCheck'
  | 'enterKeyHint'
  | 'isDisabled'
  | 'isReadOnly'
  | 'autoFocus'
>;

export interface TextFieldProps extends AriaProps {
  label: string;
  id?: string;
  description?: ReactNode;
  /** Shown and described; its presence makes the field invalid. */
  errorMessage?: string | undefined;
  /** Said in words either way; leave it out where every field is required. */
  isRequired?: boolean;
  ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, id, description, errorMessage, ref: outerRef, ...props }: TextFieldProps) {
  const ref = useObjectRef(outerRef);
  const { fieldId, descriptionId, errorId, describedBy } = useFieldIds({ id, description, errorMessage });
  const { inputProps } = useTextField({ ...props, label, isInvalid: errorMessage !== undefined }, ref);
  return (
    <div className={fieldStyles.root}>
      <FieldLabel htmlFor={fieldId} isRequired={props.isRequired}>
        {label}
      </FieldLabel>
      <input
        {...inputProps}
        aria-labelledby={undefined}
        ref={ref}
        id={fieldId}
        aria-describedby={describedBy}
        className={fieldStyles.control}
      />
      <FieldNotes {...{ descriptionId, description, errorId, errorMessage }} />
    </div>
  );
}
