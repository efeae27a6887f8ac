import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox';
import { CheckboxGroup as AriaCheckboxGroup, type CheckboxGroupProps as AriaCheckboxGroupProps } from 'react-aria-components/CheckboxGroup';
import choiceStyles from '#ui/Choice/Choice.module.css';
import { ChoiceMark } from '#ui/Choice/ChoiceMark.tsx';
import fieldStyles from '#ui/Field/Field.module.css';
import { FieldLabel } from '#ui/Field/FieldLabel.tsx';
import { FieldNotes } from '#ui/Field/FieldNotes.tsx';
import { describedBy, useFieldIds } from '#ui/Field/use-field-ids.ts';

export interface ChoiceOption {
  value: string;
  label: string;
}

type AriaProps = Pick<AriaCheckboxGroupProps, 'value' | 'defaultValue' | 'onChange' | 'name' | 'isDisabled' | 'isReadOnly'>;

export interface CheckboxGroupProps extends AriaProps {
  label: string;
  /** Id of the group. The first checkbox has the id `${id}-0`, to which the error summary links. */
  id?: string;
  options: readonly ChoiceOption[];
  description?: ReactNode;
  errorMessage?: string | undefined;
  /** True to write "required" in the label, because checkbox groups have no required state for screen readers. */
  isRequired?: boolean;
}

export function CheckboxGroup({ label, id, options, description, errorMessage, isRequired, ...props }: CheckboxGroupProps) {
  const { fieldId, shownErrorId, shownDescriptionId, ...ids } = useFieldIds({ id, description, errorMessage });
  return (
    <AriaCheckboxGroup
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
      {options.map((option, index) => (
        <AriaCheckbox
          key={option.value}
          id={`${fieldId}-${index}`}
          value={option.value}
          // The first choice is also described by the group's error, because Orca does not read descriptions of groups.
          {...describedBy(index === 0 && shownErrorId)}
          className={`${choiceStyles.label} ${choiceStyles.choice}`}
        >
          <ChoiceMark type="checkbox" />
          {option.label}
        </AriaCheckbox>
      ))}
    </AriaCheckboxGroup>
  );
}
