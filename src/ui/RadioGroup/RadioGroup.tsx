import type { ReactNode } from 'react';
import { Radio, RadioGroup as AriaRadioGroup, type RadioGroupProps as AriaRadioGroupProps } from 'react-aria-components/RadioGroup';
import choiceStyles from '#ui/Choice/Choice.module.css';
import { ChoiceMark } from '#ui/Choice/ChoiceMark.tsx';
import fieldStyles from '#ui/Field/Field.module.css';
import { FieldLabel } from '#ui/Field/FieldLabel.tsx';
import { FieldNotes } from '#ui/Field/FieldNotes.tsx';
import { describedBy, useFieldIds } from '#ui/Field/use-field-ids.ts';
import styles from './RadioGroup.module.css';

export interface RadioOption {
  value: string;
  label: string;
  description?: ReactNode;
}

type AriaProps = Pick<AriaRadioGroupProps, 'value' | 'defaultValue' | 'onChange' | 'name' | 'orientation' | 'isDisabled' | 'isReadOnly'>;

export interface RadioGroupProps extends AriaProps {
  label: string;
  /** Id of the group. The first radio has the id `${id}-0`, to which the error summary links. */
  id?: string;
  options: readonly RadioOption[];
  description?: ReactNode;
  errorMessage?: string | undefined;
  isRequired?: boolean;
}

export function RadioGroup({ label, id, options, description, errorMessage, isRequired, ...props }: RadioGroupProps) {
  const { fieldId, shownErrorId, shownDescriptionId, ...ids } = useFieldIds({ id, description, errorMessage });
  return (
    <AriaRadioGroup
      {...props}
      {...describedBy(shownErrorId, shownDescriptionId)}
      id={fieldId}
      validationBehavior="aria"
      isInvalid={errorMessage !== undefined}
      className={fieldStyles.root ?? ''}
    >
      <FieldLabel isRequired={isRequired} isOfGroup>
        {label}
      </FieldLabel>
      <FieldNotes {...{ ...ids, description, errorMessage }} />
      <div className={styles.options} data-orientation={props.orientation}>
        {options.map((option, index) => {
          const optionId = `${fieldId}-${index}`;
          const hasDescription = option.description !== undefined;
          return (
            <Radio
              key={option.value}
              id={optionId}
              value={option.value}
              aria-labelledby={`${optionId}-label`}
              // The first choice is also described by the group's error, because Orca does not read descriptions of groups.
              {...describedBy(index === 0 && shownErrorId, hasDescription && `${optionId}-description`)}
              className={`${choiceStyles.label} ${choiceStyles.choice}`}
            >
              <ChoiceMark type="radio" />
              <span>
                <span id={`${optionId}-label`}>{option.label}</span>
                {hasDescription && (
                  <span id={`${optionId}-description`} className={styles.description}>
                    {option.description}
                  </span>
                )}
              </span>
            </Radio>
          );
        })}
      </div>
    </AriaRadioGroup>
  );
}
