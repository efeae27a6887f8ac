import { useMemo, useRef, useState } from 'react';
import { isFound, meantItem, namedItem, nicknamedItem } from './match.ts';
import type { ComboBoxItem } from './match.ts';

export interface ComboBoxValue {
  items: readonly ComboBoxItem[];
  selectedKey: string | null;
  onSelectionChange: (key: string | null) => void;
}

/** Keeps text and selected key in sync, because React Aria reverts fully typed names, ignores autofill, and may clear the text on blur. */
export function useComboBoxValue({ items, selectedKey, onSelectionChange }: ComboBoxValue) {
  const nameOf = (key: string | null) => items.find(({ id }) => id === key)?.name ?? '';
  const [text, setText] = useState(() => nameOf(selectedKey));
  const [shownKey, setShownKey] = useState(selectedKey);
  const [isFull, setIsFull] = useState(false);
  /** Key that stays selected while the typed text does not match any item. */
  const lastChosen = useRef(selectedKey);
  const isLeaving = useRef(false);
  const isTyped = useRef(false);

  if (shownKey !== selectedKey) {
    setShownKey(selectedKey);
    setText(nameOf(selectedKey));
  }

  const set = (key: string | null, nextText: string) => {
    setText(nextText);
    setShownKey(key);
    if (key !== selectedKey) onSelectionChange(key);
  };
  const select = (key: string | null) => {
    if (key !== null) lastChosen.current = key;
    set(key, nameOf(key));
  };

  const byName = useMemo(() => new Map(items.map((item) => [item.name, item])), [items]);
  const listed = useMemo(() => {
    if (!isFull) return items.filter(({ id }) => id === selectedKey);
    // An item with exactly this code comes first, because "US" is also part of "Australia".
    const first = nicknamedItem(items, text);
    return first ? [first, ...items.filter((item) => item !== first)] : items;
  }, [isFull, items, selectedKey, text]);

  /** Returns the key if only one item matches. Enter chooses this item even if no option has the focus. */
  const onlyMatch = () => {
    const matches = items.filter((item) => isFound(item, text));
    return matches.length === 1 ? matches[0]?.id : undefined;
  };

  return {
    text,
    /** Items of the list. Until the field is used, contains only the selected item, because creating all options is slow. */
    listed,
    fill: () => setIsFull(true),
    filter: (name: string, typed: string) => {
      const item = byName.get(name);
      return item !== undefined && isFound(item, typed);
    },
    onFocus: () => {
      lastChosen.current = selectedKey;
      setIsFull(true);
    },
    onInputChange: (typed: string, isFocused: boolean) => {
      setIsFull(true);
      isTyped.current = isFocused;
      if (typed === '') return set(null, '');
      // If the text changes without the focus, autofill has changed it. Autofill may insert a code instead of a name.
      const item = isFocused ? namedItem(items, typed) : meantItem(items, typed);
      if (item !== undefined && !isFocused) return select(item.id);
      set(item?.id ?? lastChosen.current, typed);
    },
    onSelectionChange: (key: string | number | null) => {
      if (isLeaving.current) return;
      isTyped.current = false;
      select(key === null ? null : String(key));
    },
    onlyMatch,
    /** Returns true if the user has typed since the last call or selection. Enter then accepts the text instead of submitting the form. */
    endTyping: () => {
      const wasTyped = isTyped.current;
      isTyped.current = false;
      return wasTyped;
    },
    commitMeant: (isFinal = false) => {
      const item = meantItem(items, text) ?? (isFinal ? items.find(({ id }) => id === onlyMatch()) : undefined);
      if (item === undefined) return;
      select(item.id);
      // Ignores React Aria's next call of `onSelectionChange` in the same event, because it would select the old item again.
      isLeaving.current = true;
      queueMicrotask(() => (isLeaving.current = false));
    },
  };
}
