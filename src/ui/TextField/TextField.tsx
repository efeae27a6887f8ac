import type { ReactNode, Ref } from 'react';
import { Input } from 'react-aria-components/Input';
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField';
import fieldStyles from '#ui/Field/Field.module.css';
import { FieldLabel } from '#ui/Field/FieldLabel.tsx';
import { FieldNotes } from '#ui/Field/FieldNotes.tsx';
import { describedBy, useFieldIds } from '#ui/Field/use-field-ids.ts';
import { useHeldError } from '#ui/Field/use-held-error.ts';

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

interface TextFieldProps extends AriaProps {
  label: string;
  id?: string;
  description?: ReactNode;
  errorMessage?: string | undefined;
  /** True if the form calls `leadTo`, which announces an error that appears while the field has the focus. */
  isErrorSaid?: boolean;
  /** True shows "required", false shows "optional". Omit it if all fields of the form are required. */
  isRequired?: boolean;
  ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, id, description, errorMessage, isErrorSaid = false, ref, ...props }: TextFieldProps) {
  const { fieldId, descriptionId, errorId, shownDescriptionId, shownErrorId } = useFieldIds({ id, description, errorMessage });
  const isErrorHeld = useHeldError(fieldId, isErrorSaid ? errorMessage : undefined);
  return (
    <AriaTextField
      {...props}
      {...describedBy(!isErrorHeld && shownErrorId, shownDescriptionId)}
      id={fieldId}
      validationBehavior="aria"
      isInvalid={errorMessage !== undefined}
      className={fieldStyles.root ?? ''}
    >
      <FieldLabel isRequired={props.isRequired}>{label}</FieldLabel>
      <Input {...(ref && { ref })} className={fieldStyles.control ?? ''} />
      <FieldNotes {...{ descriptionId, description, errorId, errorMessage }} />
    </AriaTextField>
  );
}

interface WholeNumberFieldProps extends Omit<TextFieldProps, 'type' | 'inputMode' | 'description' | 'spellCheck'> {
  /** Description of the range and unit in words: "Whole dollars, from $100 to $2000". */
  description: string;
}

/** Text field for whole numbers. React Aria's number field is not used: it changes typed text and fails under Trusted Types. */
export function WholeNumberField(props: WholeNumberFieldProps) {
  return <TextField {...props} type="text" inputMode="numeric" spellCheck="false" />;
}
