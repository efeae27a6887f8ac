import type { ReactNode, Ref } from 'react';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField';
import fieldStyles from '#ui/Field/Field.module.css';
import { FieldLabel } from '#ui/Field/FieldLabel.tsx';
import { FieldNotes } from '#ui/Field/FieldNotes.tsx';
import { describedBy, useFieldIds } from '#ui/Field/use-field-ids.ts';
import styles from './TextArea.module.css';

type AriaProps = Pick<AriaTextFieldProps, 'value' | 'defaultValue' | 'onChange' | 'name' | 'maxLength' | 'isDisabled' | 'isReadOnly'>;

export interface TextAreaProps extends AriaProps {
  label: string;
  id?: string;
  description?: ReactNode;
  errorMessage?: string | undefined;
  isRequired?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea({ label, id, description, errorMessage, ref, ...props }: TextAreaProps) {
  const { fieldId, descriptionId, shownDescriptionId } = useFieldIds({ id, description });
  return (
    <AriaTextField
      {...props}
      {...describedBy(shownDescriptionId)}
      id={fieldId}
      validationBehavior="aria"
      isInvalid={errorMessage !== undefined}
      className={fieldStyles.root ?? ''}
    >
      <FieldLabel isRequired={props.isRequired}>{label}</FieldLabel>
      <AriaTextArea {...(ref && { ref })} className={`${fieldStyles.control} ${styles.box}`} />
      <FieldNotes {...{ descriptionId, description, errorMessage }} />
    </AriaTextField>
  );
}
