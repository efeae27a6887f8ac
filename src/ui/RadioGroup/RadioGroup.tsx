import type { ReactNode } from 'react';
import { useControlledState } from 'react-stately/useControlledState';
import { ChoiceInput } from '#ui/Choice/ChoiceInput.tsx';
import fieldStyles from '#ui/Field/Field.module.css';
import { FieldLabel } from '#ui/Field/FieldLabel.tsx';
import { FieldNotes } from '#ui/Field/FieldNotes.tsx';
import { useFieldIds } from '#ui/Field/use-field-ids.ts';
import styles from './RadioGroup.module.css';

export interface RadioOption {
  value: string;
  label: string;
  description?: ReactNode;
}

export interface RadioGroupProps {
  label: string;
  /** Id of the group. The first radio has the id `${id}-0`, for the error summary. */
  id?: string;
  options: readonly RadioOption[];
  value?: string | null;
  defaultValue?: string | null;
  onChange?: (value: string) => void;
  name?: string;
  orientation?: 'vertical' | 'horizontal';
  description?: ReactNode;
  errorMessage?: string | undefined;
  isRequired?: boolean;
  isDisabled?: boolean;
  isReadOnly?: boolean;
}

/** One answer out of a few. */
export function RadioGroup({
  label,
  id,
  options,
  name,
  orientation = 'vertical',
  description,
  errorMessage,
  isRequired,
  isDisabled,
  isReadOnly = false,
  ...props
}: RadioGroupProps) {
  const { fieldId, labelId, descriptionId, errorId, describedBy, firstDescribedBy } = useFieldIds({ id, description, errorMessage });
  const [chosen, setChosen] = useControlledState<string | null, string | null>(props.value, props.defaultValue ?? null, (value) => {
    if (value !== null) props.onChange?.(value);
  });
  return (
    <div className={fieldStyles.root}>
      <FieldLabel id={labelId} isRequired={isRequired}>
        {label}
      </FieldLabel>
      <FieldNotes {...{ descriptionId, description, errorId, errorMessage }} />
      <div
        role="radiogroup"
        id={fieldId}
        aria-labelledby={labelId}
        aria-describedby={describedBy}
        aria-readonly={isReadOnly || undefined}
        aria-invalid={errorMessage !== undefined || undefined}
        className={styles.options}
        data-orientation={orientation}
      >
        {options.map((option, index) => {
          const optionId = `${fieldId}-${index}`;
          const hasDescription = option.description !== undefined;
          const optionDescribedBy = [index === 0 && firstDescribedBy, hasDescription && `${optionId}-description`]
            .filter(Boolean)
            .join(' ');
          return (
            <ChoiceInput
              key={option.value}
              type="radio"
              id={optionId}
              name={name ?? fieldId}
              value={option.value}
              checked={chosen === option.value}
              disabled={isDisabled}
              isReadOnly={isReadOnly}
              isInvalid={errorMessage !== undefined}
              labelledBy={`${optionId}-label`}
              describedBy={optionDescribedBy || undefined}
              onChange={() => !isReadOnly && setChosen(option.value)}
            >
              <span>
                <span id={`${optionId}-label`}>{option.label}</span>
                {hasDescription && (
                  <span id={`${optionId}-description`} className={styles.description}>
                    {option.description}
                  </span>
                )}
              </span>
            </ChoiceInput>
          );
        })}
      </div>
    </div>
  );
}
