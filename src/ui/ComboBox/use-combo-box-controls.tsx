import { useMemo, useRef } from 'react';
import { useButton } from 'react-aria/useButton';
import { useComboBox, type AriaComboBoxOptions } from 'react-aria/useComboBox';
import { Item } from 'react-stately/Item';
import { useComboBoxState } from 'react-stately/useComboBoxState';
import { uiTexts } from '#ui/texts.ts';
import { layoutOf, type RowTops } from './list-window.ts';
import type { ComboBoxItem } from './match.ts';
import type { useComboBoxValue } from './use-combo-box-value.ts';

interface ControlOptions extends Pick<AriaComboBoxOptions<ComboBoxItem>, 'id' | 'label' | 'aria-describedby'> {
  value: ReturnType<typeof useComboBoxValue>;
  selectedKey: string | null;
  isRequired: boolean;
  isDisabled: boolean;
  isReadOnly: boolean;
  isInvalid: boolean;
}

const option = ({ id, name }: ComboBoxItem) => (
  <Item key={id} textValue={name}>
    {name}
  </Item>
);

export function useComboBoxControls({ value, selectedKey, isRequired, isDisabled, isReadOnly, isInvalid, ...naming }: ControlOptions) {
  const inputRef = useRef<HTMLInputElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const popoverRef = useRef<HTMLDivElement>(null);
  const topsRef = useRef<RowTops>([]);
  const constraints = { isRequired, isDisabled, isReadOnly, isInvalid, validationBehavior: 'aria' } as const;
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
    { ...naming, ...constraints, onFocus: value.onFocus, inputRef, buttonRef, listBoxRef: listRef, popoverRef, layoutDelegate },
    state,
  );
  const { buttonProps: pressProps } = useButton({ ...buttonProps, 'aria-label': uiTexts.showOptions }, buttonRef);
  return { state, labelProps, inputProps, pressProps, listBoxProps, inputRef, buttonRef, listRef, popoverRef, topsRef };
}
