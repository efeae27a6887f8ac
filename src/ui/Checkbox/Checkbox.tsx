import type { ReactNode } from 'react';
import { useControlledState } from 'react-stately/useControlledState';
import { ChoiceInput } from '#ui/Choice/ChoiceInput.tsx';
import { FieldNotes } from '#ui/Field/FieldNotes.tsx';
import { useFieldIds } from '#ui/Field/use-field-ids.ts';
import styles from './Checkbox.module.css';

export interface CheckboxProps {
  /** The label. */
  children: string;
  id?: string;
  name?: string;
  value?: string;
  isSelected?: boolean;
  defaultSelected?: boolean;
  onChange?: (isSelected: boolean) => void;
  description?: ReactNode;
  errorMessage?: string | undefined;
  isDisabled?: boolean;
  isReadOnly?: boolean;
}

export function Checkbox({
  children,
  id,
  name,
  value,
  description,
  errorMessage,
  isDisabled,
  isReadOnly = false,
  ...props
}: CheckboxProps) {
  const { fieldId, descriptionId, errorId, describedBy } = useFieldIds({ id, description, errorMessage });
  const [isSelected, setSelected] = useControlledState(props.isSelected, props.defaultSelected ?? false, props.onChange);
  return (
    <div className={styles.root}>
      <ChoiceInput
        type="checkbox"
        id={fieldId}
        name={name}
        value={value}
        checked={isSelected}
        disabled={isDisabled}
        isReadOnly={isReadOnly}
        isInvalid={errorMessage !== undefined}
        describedBy={describedBy}
        onChange={(event) => !isReadOnly && setSelected(event.target.checked)}
      >
        {children}
      </ChoiceInput>
      <div className={styles.notes}>
        <FieldNotes {...{ descriptionId, description, errorId, errorMessage }} />
      </div>
    </div>
  );
}
