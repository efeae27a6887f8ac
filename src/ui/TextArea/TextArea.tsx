import type { ReactNode, Ref } from 'react';
import { useObjectRef } from 'react-aria/useObjectRef';
import { useTextField } from 'react-aria/useTextField';
import fieldStyles from '#ui/Field/Field.module.css';
import { FieldLabel } from '#ui/Field/FieldLabel.tsx';
import { FieldNotes } from '#ui/Field/FieldNotes.tsx';
import { useFieldIds } from '#ui/Field/use-field-ids.ts';
import styles from './TextArea.module.css';

export interface TextAreaProps {
  label: string;
  id?: string;
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
  name?: string;
  maxLength?: number;
  description?: ReactNode;
  errorMessage?: string | undefined;
  isRequired?: boolean;
  isDisabled?: boolean;
  isReadOnly?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines of free text. The box grows with them. */
export function TextArea({ label, id, description, errorMessage, ref: outerRef, ...props }: TextAreaProps) {
  const ref = useObjectRef(outerRef);
  const { fieldId, descriptionId, errorId, describedBy } = useFieldIds({ id, description, errorMessage });
  const { inputProps } = useTextField<'textarea'>(
    { ...props, label, inputElementType: 'textarea', isInvalid: errorMessage !== undefined },
    ref,
  );
  return (
    <div className={fieldStyles.root}>
      <FieldLabel htmlFor={fieldId} isRequired={props.isRequired}>
        {label}
      </FieldLabel>
      <textarea
        {...inputProps}
        aria-labelledby={undefined}
        ref={ref}
        id={fieldId}
        aria-describedby={describedBy}
        className={`${fieldStyles.control} ${styles.box}`}
      />
      <FieldNotes {...{ descriptionId, description, errorId, errorMessage }} />
    </div>
  );
}
