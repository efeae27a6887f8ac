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
  /** Shown and described; its presence makes the field invalid. */
  errorMessage?: string | undefined;
  /** The form says an error itself where it comes while the focus is here, as `leadTo` does. */
  isErrorSaid?: boolean;
  /** Said in words either way; leave it out where every field is required. */
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
  /** The range and the unit in words: "Whole dollars, from $100 to $2000". */
  description: string;
}

/**
 * A text field with a numeric keypad that hands out the text as typed: the form decides what is a number and says so.
 * Not React Aria's number field, which changes what was typed and breaks the page under Trusted Types.
 */
export function WholeNumberField(props: WholeNumberFieldProps) {
  return <TextField {...props} type="text" inputMode="numeric" spellCheck="false" />;
}
