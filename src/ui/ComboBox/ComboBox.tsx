import { useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer';
import fieldStyles from '#ui/Field/Field.module.css';
import { Necessity } from '#ui/Field/Necessity.tsx';
import { FieldNotes } from '#ui/Field/FieldNotes.tsx';
import { useFieldIds } from '#ui/Field/use-field-ids.ts';
import { Icon } from '#ui/Icon/Icon.tsx';
import { texts } from '#ui/texts.ts';
import { ComboBoxControl } from './ComboBoxControl.tsx';
import { showFocused } from './show-focused.ts';
import { useComboBoxValue } from './use-combo-box-value.ts';
import type { ComboBoxItem } from './match.ts';
import styles from './ComboBox.module.css';

/** The height of an option, which the virtual list must know in CSS pixels. */
const OPTION_HEIGHT = 44;

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
  ...props
}: ComboBoxProps) {
  const isUnavailable = unavailableReason !== undefined;
  const help = unavailableReason ?? description;
  const { fieldId, descriptionId, errorId, describedBy } = useFieldIds({ id, description: help, errorMessage });
  const value = useComboBoxValue({ items, selectedKey, onSelectionChange });
  const listRef = useRef<HTMLDivElement>(null);
  const isFocused = () => document.activeElement?.id === fieldId;
  return (
    <AriaComboBox<ComboBoxItem>
      {...props}
      id={fieldId}
      isReadOnly={isUnavailable || (props.isReadOnly ?? false)}
      isInvalid={errorMessage !== undefined}
      validationBehavior="aria"
      defaultItems={value.listed}
      defaultFilter={value.filter}
      inputValue={value.text}
      selectedKey={selectedKey}
      onInputChange={(typed) => value.onInputChange(typed, isFocused())}
      onSelectionChange={value.onSelectionChange}
      onFocus={value.onFocus}
      onOpenChange={(isOpen) => isOpen && showFocused(() => listRef.current)}
      allowsEmptyCollection
      {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
      className={fieldStyles.root ?? ''}
    >
      <Label className={fieldStyles.label ?? ''}>
        {label}
        <Necessity isRequired={props.isRequired} isSaidByControl />
      </Label>
      <ComboBoxControl onlyMatch={value.onlyMatch} commitMeant={value.commitMeant} endTyping={value.endTyping} onPointerEnter={value.fill}>
        <Input
          className={`${fieldStyles.control} ${styles.input}`}
          autoComplete={autoComplete}
          aria-disabled={isUnavailable || undefined}
        />
        <Button className={styles.button ?? ''} aria-label={texts.showOptions}>
          <Icon name="chevronDown" />
        </Button>
      </ComboBoxControl>
      <FieldNotes {...{ descriptionId, description: help, errorId, errorMessage }} />
      <Popover placement="bottom start" className={styles.popover ?? ''}>
        <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: OPTION_HEIGHT }}>
          <ListBox<ComboBoxItem>
            ref={listRef}
            className={styles.list ?? ''}
            renderEmptyState={() => <div className={styles.option}>{texts.noMatches}</div>}
          >
            {(item) => (
              <ListBoxItem id={item.id} textValue={item.name} className={styles.option ?? ''}>
                <span>{item.name}</span>
                {item.code !== undefined && (
                  <span className={styles.code} aria-hidden="true">
                    {item.code}
                  </span>
                )}
              </ListBoxItem>
            )}
          </ListBox>
        </Virtualizer>
      </Popover>
    </AriaComboBox>
  );
}
