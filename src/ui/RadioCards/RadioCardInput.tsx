import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useRadio } from 'react-aria/useRadioGroup';
import type { RadioGroupState } from 'react-stately/useRadioGroupState';
import choiceStyles from '#ui/Choice/Choice.module.css';
import { ChoiceSign } from '#ui/Choice/ChoiceInput.tsx';

export interface RadioCardInputProps {
  id: string;
  value: string;
  state: RadioGroupState;
  /** Own ids only: React Aria's description slot of a radio takes the id of the group. */
  labelledBy: string;
  describedBy?: string | undefined;
  isDisabled?: boolean | undefined;
  className?: string | undefined;
  /** What is drawn beside the mark; the whole of it can be pressed. */
  children: ReactNode;
}

/** The radio of a card, by React Aria, with its mark. */
export function RadioCardInput({
  id,
  value,
  state,
  labelledBy,
  describedBy,
  isDisabled = false,
  className,
  children,
}: RadioCardInputProps) {
  const ref = useRef<HTMLInputElement>(null);
  const { inputProps, labelProps } = useRadio({ value, isDisabled, 'aria-labelledby': labelledBy }, state, ref);
  return (
    <label {...labelProps} className={className}>
      <span className={choiceStyles.mark}>
        <input
          {...inputProps}
          ref={ref}
          id={id}
          aria-describedby={describedBy}
          aria-invalid={state.isInvalid || undefined}
          readOnly={state.isReadOnly}
          className={choiceStyles.box}
        />
        <ChoiceSign type="radio" />
      </span>
      {children}
    </label>
  );
}
