import type { ReactNode } from 'react';
import { useControlledState } from 'react-stately/useControlledState';
import { ChoiceInput } from '#ui/Choice/ChoiceInput.tsx';
import fieldStyles from '#ui/Field/Field.module.css';
import { FieldLabel } from '#ui/Field/FieldLabel.tsx';
import { FieldNotes } from '#ui/Field/FieldNotes.tsx';
import { useFieldIds } from '#ui/Field/use-field-ids.ts';

export interface ChoiceOption {
  value: string;
  label: string;
}

export interface CheckboxGroupProps {
  label: string;
  /** Id of the group. The first box has the id `${id}-0`, for the error summary. */
  id?: string;
  options: readonly ChoiceOption[];
  value?: string[];
  defaultValue?: string[];
  /** The chosen values in the order in which they were chosen. */
  onChange?: (value: string[]) => void;
  name?: string;
  description?: ReactNode;
  errorMessage?: string | undefined;
  isRequired?: boolean;
  isDisabled?: boolean;
  isReadOnly?: boolean;
}

const none: string[] = [];

/** Any number of answers to one question. */
export function CheckboxGroup({
  label,
  id,
  options,
  name,
  description,
  errorMessage,
  isRequired,
  isDisabled,
  isReadOnly = false,
  ...props
}: CheckboxGroupProps) {
  const { fieldId, labelId, descriptionId, errorId, describedBy, firstDescribedBy } = useFieldIds({ id, description, errorMessage });
  const [chosen, setChosen] = useControlledState(props.value, props.defaultValue ?? none, props.onChange);
  return (
    <div role="group" id={fieldId} aria-labelledby={labelId} aria-describedby={describedBy} className={fieldStyles.root}>
      <FieldLabel id={labelId} isRequired={isRequired}>
        {label}
      </FieldLabel>
      <FieldNotes {...{ descriptionId, description, errorId, errorMessage }} />
      {options.map((option, index) => (
        <ChoiceInput
          key={option.value}
          type="checkbox"
          id={`${fieldId}-${index}`}
          name={name}
          value={option.value}
          checked={chosen.includes(option.value)}
          disabled={isDisabled}
          isReadOnly={isReadOnly}
          isInvalid={errorMessage !== undefined}
          describedBy={index === 0 ? firstDescribedBy : undefined}
          onChange={(event) =>
            !isReadOnly && setChosen(event.target.checked ? [...chosen, option.value] : chosen.filter((value) => value !== option.value))
          }
        >
          {option.label}
        </ChoiceInput>
      ))}
    </div>
  );
}
