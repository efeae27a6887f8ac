import { useMemo, useRef, useState } from 'react';
import { isFound, meantItem, namedItem, nicknamedItem } from './match.ts';
import type { ComboBoxItem } from './match.ts';

export interface ComboBoxValue {
  items: readonly ComboBoxItem[];
  selectedKey: string | null;
  onSelectionChange: (key: string | null) => void;
}

/**
 * Keeps the text and the chosen key together, so that nothing is lost by Enter, Tab, blur or autofill. Left alone, React
 * Aria reverts a name typed in full, ignores autofill, and may null the selection on blur.
 */
export function useComboBoxValue({ items, selectedKey, onSelectionChange }: ComboBoxValue) {
  const nameOf = (key: string | null) => items.find(({ id }) => id === key)?.name ?? '';
  const [text, setText] = useState(() => nameOf(selectedKey));
  const [shownKey, setShownKey] = useState(selectedKey);
  const [isFull, setIsFull] = useState(false);
  /** What stays chosen while a text is typed that names nothing yet. */
  const lastChosen = useRef(selectedKey);
  const isLeaving = useRef(false);
  const isTyped = useRef(false);

  // A key that was set from outside brings its text along.
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
    // "US" is also a part of Australia, and of others that come before.
    const first = nicknamedItem(items, text);
    return first ? [first, ...items.filter((item) => item !== first)] : items;
  }, [isFull, items, selectedKey, text]);

  /** The key that Enter takes although no option is focused: of the only match. */
  const onlyMatch = () => {
    const matches = items.filter((item) => isFound(item, text));
    return matches.length === 1 ? matches[0]?.id : undefined;
  };

  return {
    text,
    /** Only the chosen item until someone comes near: building all options costs every keystroke of the page. */
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
      // Without focus the text comes from autofill, which may also fill in a code.
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
    /** True once after typing: the Enter that ends it takes the text and does not send the form around the field. */
    endTyping: () => {
      const wasTyped = isTyped.current;
      isTyped.current = false;
      return wasTyped;
    },
    /** Takes what the text names in full, or the only item that it fits where nothing more can come. */
    commitMeant: (isFinal = false) => {
      const item = meantItem(items, text) ?? (isFinal ? items.find(({ id }) => id === onlyMatch()) : undefined);
      if (item === undefined) return;
      select(item.id);
      // In the same event React Aria wants to put the old selection back.
      isLeaving.current = true;
      queueMicrotask(() => (isLeaving.current = false));
    },
  };
}
