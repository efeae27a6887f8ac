import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from 'react-aria-components/Checkbox';
import choiceStyles from '#ui/Choice/Choice.module.css';
import { ChoiceMark } from '#ui/Choice/ChoiceMark.tsx';
import { FieldNotes } from '#ui/Field/FieldNotes.tsx';
import { describedBy, useFieldIds } from '#ui/Field/use-field-ids.ts';
import styles from './Checkbox.module.css';

type AriaProps = Pick<AriaCheckboxProps, 'name' | 'value' | 'isSelected' | 'defaultSelected' | 'onChange' | 'isDisabled' | 'isReadOnly'>;

export interface CheckboxProps extends AriaProps {
  children: string;
  id?: string;
  description?: ReactNode;
  errorMessage?: string | undefined;
}

export function Checkbox({ children, id, description, errorMessage, ...props }: CheckboxProps) {
  const { fieldId, shownErrorId, shownDescriptionId, ...ids } = useFieldIds({ id, description, errorMessage });
  return (
    <div className={styles.root}>
      <AriaCheckbox
        {...props}
        {...describedBy(shownErrorId, shownDescriptionId)}
        id={fieldId}
        validationBehavior="aria"
        isInvalid={errorMessage !== undefined}
        className={`${choiceStyles.label} ${choiceStyles.choice}`}
      >
        <ChoiceMark type="checkbox" />
        {children}
      </AriaCheckbox>
      <div className={styles.notes}>
        <FieldNotes {...{ ...ids, description, errorMessage }} />
      </div>
    </div>
  );
}
