import { useEffect, useRef, useState } from 'react';
import type { ClipboardEvent, CompositionEvent, FocusEvent, KeyboardEvent, RefObject } from 'react';
import { announce } from '#ui/Announcer/announce.ts';
import { sortEntries, splitEntries } from '#lib/email-entries.ts';

export interface RecipientWords {
  invalid: (entry: string) => string;
  duplicate: (entry: string) => string;
  added: (entries: readonly string[], count: number) => string;
  removed: (entry: string, count: number) => string;
}

interface RecipientChangeOptions {
  value: readonly string[];
  onChange: (value: string[]) => void;
  words: RecipientWords;
  listRef: RefObject<HTMLUListElement | null>;
  inputRef: RefObject<HTMLInputElement | null>;
}

interface UseRecipients extends RecipientChangeOptions {
  isValid: (entry: string) => boolean;
  onTyped?: ((text: string) => void) | undefined;
  toPlain?: ((text: string) => string) | undefined;
}

function useRecipientChanges({ value, onChange, words, listRef, inputRef }: RecipientChangeOptions) {
  const [removed, setRemoved] = useState<{ entry: string; index: number }>();
  const removeButtons = () => [...(listRef.current?.querySelectorAll('button') ?? [])];

  const restore = () => {
    if (removed === undefined) return;
    const next = [...value.slice(0, removed.index), removed.entry, ...value.slice(removed.index)];
    onChange(next);
    setRemoved(undefined);
    announce(words.added([removed.entry], next.length));
    inputRef.current?.focus();
  };

  return {
    undo: removed && { entry: removed.entry, message: words.removed(removed.entry, value.length), run: restore },
    add: (added: readonly string[]) => {
      if (added.length === 0) return;
      onChange([...value, ...added]);
      setRemoved(undefined);
      announce(words.added(added, value.length + added.length));
    },
    remove: (index: number) => {
      const entry = value[index];
      if (entry === undefined) return;
      const buttons = removeButtons();
      (buttons[index + 1] ?? buttons[index - 1] ?? inputRef.current)?.focus();
      onChange(value.filter((_, other) => other !== index));
      setRemoved({ entry, index });
      announce(words.removed(entry, value.length - 1));
    },
    focusLast: () => removeButtons().at(-1)?.focus(),
  };
}

/** Returns a function that calls `run` after the next click. A list that grows earlier would move the button away from the pointer. */
function useAfterPress(run: () => void): () => void {
  const [isLeft, setLeft] = useState(false);
  useEffect(() => {
    if (!isLeft) return;
    const end = () => {
      setLeft(false);
      run();
    };
    document.addEventListener('click', end);
    return () => document.removeEventListener('click', end);
  });
  return () => setLeft(true);
}

export function useRecipients({ value, isValid, words, onTyped, toPlain = (text) => text, inputRef, ...options }: UseRecipients) {
  const [text, setText] = useState('');
  const [errors, setErrors] = useState<readonly string[]>([]);
  const isComposing = useRef(false);
  const { undo, add, remove, focusLast } = useRecipientChanges({ value, words, inputRef, ...options });

  const write = (typed: string) => {
    setText(typed);
    onTyped?.(typed);
  };

  const take = (typed: string, channel: 'speak' | 'stay-silent') => {
    const { added, rejected, duplicates } = sortEntries(splitEntries(toPlain(typed)), value, isValid);
    const messages = [...rejected.map(words.invalid), ...duplicates.map(words.duplicate)];
    add(added);
    // Rejected entries stay in the field, so that the user can correct them.
    write([...rejected, ...duplicates].join(', '));
    setErrors(messages);
    if (messages.length > 0 && channel === 'speak') announce(messages.join('. '), 'assertive');
  };
  const takeAfterPress = useAfterPress(() => take(text, 'stay-silent'));

  const type = (typed: string) => {
    // A comma or semicolon ends an entry, even if autofill inserts it.
    if (!isComposing.current && /[,;\uFF0C\uFF1B\u3001]\s*$/.test(typed)) return take(typed, 'speak');
    write(typed);
    setErrors([]);
  };

  return {
    text,
    errors,
    undo,
    remove,
    type,
    add: () => {
      take(text, 'speak');
      inputRef.current?.focus();
    },
    /** Tracks IME composition. The field is not cleared during a composition, because clearing would cancel it. */
    compose: ({ type: stage, currentTarget }: CompositionEvent<HTMLInputElement>) => {
      isComposing.current = stage === 'compositionstart';
      if (!isComposing.current) type(currentTarget.value);
    },
    paste: (event: ClipboardEvent<HTMLInputElement>) => {
      const pasted = event.clipboardData.getData('text');
      if (splitEntries(pasted).length < 2) return;
      event.preventDefault();
      take(`${text} ${pasted}`, 'speak');
    },
    keyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.key === 'Enter' && text.trim() !== '') {
        event.preventDefault();
        take(text, 'speak');
      } else if (event.key === 'Backspace' && text === '') {
        // Backspace in an empty field only moves the focus to the last remove button. Another press is needed to remove the entry.
        focusLast();
      }
    },
    /** Handles blur. A move of the focus between the field and its button is not a blur. */
    leave: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (currentTarget.contains(relatedTarget) || text.trim() === '') return;
      if (document.querySelector(':active')) takeAfterPress();
      else take(text, 'stay-silent');
    },
  };
}
