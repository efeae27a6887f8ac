import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { takeOverAnnouncements } from '#ui/Announcer/take-over-announcements.ts';
import fieldStyles from '#ui/Field/Field.module.css';
import { LabelLine } from '#ui/Field/FieldLabel.tsx';
import { FieldNotes } from '#ui/Field/FieldNotes.tsx';
import { describedBy, useFieldIds } from '#ui/Field/use-field-ids.ts';
import { Icon } from '#ui/Icon/Icon.tsx';
import { ComboBoxControl } from './ComboBoxControl.tsx';
import { ComboBoxList } from './ComboBoxList.tsx';
import { useComboBoxControls } from './use-combo-box-controls.tsx';
import { useComboBoxValue } from './use-combo-box-value.ts';
import type { ComboBoxItem } from './match.ts';
import styles from './ComboBox.module.css';

export interface ComboBoxProps {
  label: string;
  id?: string;
  /** All items in display order. The array must stay the same between renders. */
  items: readonly ComboBoxItem[];
  selectedKey: string | null;
  onSelectionChange: (key: string | null) => void;
  /** Name of the form field. The form submits the selected key. */
  name?: string;
  autoComplete?: string;
  description?: ReactNode;
  errorMessage?: string | undefined;
  isRequired?: boolean;
  isDisabled?: boolean;
  isReadOnly?: boolean;
  /** Reason why the field is unavailable. The field stays focusable and shows the reason. */
  unavailableReason?: string | undefined;
}

/** When the focus leaves the field, the component selects the item whose name, other name or code was typed. */
export function ComboBox({
  label,
  id,
  items,
  selectedKey,
  onSelectionChange,
  description,
  errorMessage,
  unavailableReason,
  autoComplete = 'off',
  name,
  isRequired,
  isDisabled = false,
  isReadOnly = false,
}: ComboBoxProps) {
  const isUnavailable = unavailableReason !== undefined;
  const isShut = isUnavailable || isReadOnly;
  const help = unavailableReason ?? description;
  const { fieldId, shownErrorId, shownDescriptionId, ...ids } = useFieldIds({ id, description: help, errorMessage });
  useEffect(takeOverAnnouncements, []);
  const value = useComboBoxValue({ items, selectedKey, onSelectionChange });
  const { state, labelProps, inputProps, pressProps, buttonRef, inputRef, ...list } = useComboBoxControls({
    id: fieldId,
    label,
    ...describedBy(shownErrorId, shownDescriptionId),
    value,
    selectedKey,
    isRequired: isRequired ?? false,
    isDisabled,
    isReadOnly: isShut,
    isInvalid: errorMessage !== undefined,
  });
  return (
    <div className={fieldStyles.root}>
      <LabelLine isRequired={isRequired}>
        {(necessity) => (
          <label {...labelProps}>
            {label}
            {necessity}
          </label>
        )}
      </LabelLine>
      <ComboBoxControl
        state={state}
        onlyMatch={value.onlyMatch}
        commitMeant={value.commitMeant}
        endTyping={value.endTyping}
        onPointerEnter={value.fill}
      >
        <input
          {...inputProps}
          ref={inputRef}
          className={`${fieldStyles.control} ${styles.input}`}
          autoComplete={autoComplete}
          aria-disabled={isUnavailable || undefined}
          onChange={(event) => {
            inputProps.onChange?.(event);
            // Opens the list with the first letter. Without this, React Aria would open the list one frame later.
            if (!state.isOpen && event.target.value !== '') state.open(null, 'input');
          }}
        />
        {isShut ? (
          // An unavailable field shows an icon, because React Aria would disable the button, and nothing would explain why.
          <span className={styles.sign}>
            <Icon name="chevronDown" />
          </span>
        ) : (
          <button {...pressProps} ref={buttonRef} className={styles.button}>
            <Icon name="chevronDown" />
          </button>
        )}
      </ComboBoxControl>
      {name !== undefined && <input type="hidden" name={name} value={selectedKey ?? ''} />}
      <FieldNotes {...{ ...ids, description: help, errorMessage }} />
      {state.isOpen && <ComboBoxList {...{ items, state, inputRef, ...list }} />}
    </div>
  );
}
