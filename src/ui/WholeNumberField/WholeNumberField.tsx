import { TextField } from '#ui/TextField/TextField.tsx';
import type { TextFieldProps } from '#ui/TextField/TextField.tsx';

export interface WholeNumberFieldProps extends Omit<TextFieldProps, 'type' | 'inputMode' | 'description' | 'spellCheck'> {
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
