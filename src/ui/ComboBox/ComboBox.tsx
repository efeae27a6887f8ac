import { useEffect, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { useButton } from 'react-aria/useButton';
import { useComboBox } from 'react-aria/useComboBox';
import { Item } from 'react-stately/Item';
import { useComboBoxState } from 'react-stately/useComboBoxState';
import { takeOverAnnouncements } from '#ui/Announcer/take-over-announcements.ts';
import fieldStyles from '#ui/Field/Field.module.css';
import { LabelLine } from '#ui/Field/FieldLabel.tsx';
import { FieldNotes } from '#ui/Field/FieldNotes.tsx';
import { describedBy, useFieldIds } from '#ui/Field/use-field-ids.ts';
import { Icon } from '#ui/Icon/Icon.tsx';
import { uiTexts } from '#ui/texts.ts';
import { ComboBoxControl } from './ComboBoxControl.tsx';
import { ComboBoxList } from './ComboBoxList.tsx';
import { layoutOf, type RowTops } from './list-window.ts';
import { useComboBoxValue } from './use-combo-box-value.ts';
import type { ComboBoxItem } from './match.ts';
import styles from './ComboBox.module.css';

export interface ComboBoxProps {
  label: string;
  id?: string;
  /** All items, a constant list in the order to be shown. */
  items: readonly ComboBoxItem[];
  selectedKey: string | null;
  onSelectionChange: (key: string | null) => void;
  /** Submits the key under this name. */
  name?: string;
  /** "country-name" for countries. */
  autoComplete?: string;
  description?: ReactNode;
  errorMessage?: string | undefined;
  isRequired?: boolean;
  isDisabled?: boolean;
  isReadOnly?: boolean;
  /** Why nothing can be chosen yet. The field stays focusable and says so. */
  unavailableReason?: string | undefined;
}

/** One out of many, found by typing: by name, by another name or by code. Leaving the field never loses its value. */
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
  const inputRef = useRef<HTMLInputElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const popoverRef = useRef<HTMLDivElement>(null);
  const topsRef = useRef<RowTops>([]);
  const constraints = {
    isRequired: isRequired ?? false,
    isDisabled,
    isReadOnly: isShut,
    isInvalid: errorMessage !== undefined,
    validationBehavior: 'aria',
  } as const;
  const state = useComboBoxState<ComboBoxItem>({
    ...constraints,
    defaultItems: value.listed,
    defaultFilter: value.filter,
    children: option,
    inputValue: value.text,
    selectedKey,
    onInputChange: (typed) => value.onInputChange(typed, document.activeElement === inputRef.current),
    onSelectionChange: value.onSelectionChange,
    allowsEmptyCollection: true,
  });
  const { collection } = state;
  const layoutDelegate = useMemo(
    () =>
      layoutOf(
        // oxlint-disable-next-line react/refs -- it is read while keys are pressed
        () => listRef.current,
        // oxlint-disable-next-line react/refs -- as above
        () => topsRef.current,
        (key) => [...collection.getKeys()].indexOf(key),
      ),
    [collection, listRef, topsRef],
  );
  const { labelProps, inputProps, buttonProps, listBoxProps } = useComboBox(
    {
      id: fieldId,
      label,
      ...constraints,
      onFocus: value.onFocus,
      ...describedBy(shownErrorId, shownDescriptionId),
      inputRef,
      buttonRef,
      listBoxRef: listRef,
      popoverRef,
      layoutDelegate,
    },
    state,
  );
  const { buttonProps: pressProps } = useButton({ ...buttonProps, 'aria-label': uiTexts.showOptions }, buttonRef);
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
            // With the letter; left to React Aria the list would follow one frame later.
            if (!state.isOpen && event.target.value !== '') state.open(null, 'input');
          }}
        />
        {isShut ? (
          // There is no list to open. React Aria would leave a disabled button without a reason.
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
      {state.isOpen && <ComboBoxList {...{ items, state, listBoxProps, listRef, popoverRef, inputRef, topsRef }} />}
    </div>
  );
}

const option = ({ id, name }: ComboBoxItem) => (
  <Item key={id} textValue={name}>
    {name}
  </Item>
);
