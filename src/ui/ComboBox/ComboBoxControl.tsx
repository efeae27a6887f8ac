import type { ReactNode } from 'react';
import type { ComboBoxState } from 'react-stately/useComboBoxState';
import type { ComboBoxItem } from './match.ts';
import styles from './ComboBox.module.css';

export interface ComboBoxControlProps {
  state: ComboBoxState<ComboBoxItem>;
  onlyMatch: () => string | undefined;
  commitMeant: (isFinal?: boolean) => void;
  endTyping: () => boolean;
  onPointerEnter: () => void;
  children: ReactNode;
}

function toggleList(state: ComboBoxState<ComboBoxItem>): void {
  if (!state.isOpen) return state.open(null, 'manual');
  state.selectionManager.setFocusedKey(null);
  state.close();
}

/** Handles keys before React Aria does. React Aria would discard typed text that is a full name or matches only one item. */
export function ComboBoxControl({ state, onlyMatch, commitMeant, endTyping, onPointerEnter, children }: ComboBoxControlProps) {
  return (
    <div
      className={styles.control}
      onPointerEnter={onPointerEnter}
      onBlurCapture={() => commitMeant()}
      onKeyDownCapture={(event) => {
        const { key } = event;
        // Closes the list and resets unmatched text. The event stops here, because React Aria would let Escape close the dialog too.
        if (key === 'Escape' && (state.isOpen || state.inputValue !== (state.selectedItem?.textValue ?? ''))) {
          event.stopPropagation();
          return state.revert();
        }
        // Handles Alt with arrow keys, because React Aria supports arrow keys only without Alt.
        if (event.altKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
          event.preventDefault();
          event.stopPropagation();
          return (key === 'ArrowDown') === state.isOpen ? undefined : toggleList(state);
        }
        // Page keys move in the list. React Aria does not stop them from also scrolling the page behind the list.
        if (state.isOpen && key.startsWith('Page')) event.preventDefault();
        // Home and End move in the text. With React Aria, they would move to an option that the next Enter or Tab would choose.
        if (key === 'Home' || key === 'End') {
          event.stopPropagation();
          return state.selectionManager.setFocusedKey(null);
        }
        const { focusedKey } = state.selectionManager;
        if (focusedKey !== null && state.collection.getItem(focusedKey) !== null) return;
        if (key === 'Tab') commitMeant();
        const match = key === 'Enter' && state.isOpen ? onlyMatch() : undefined;
        // Focuses the only match, because React Aria chooses the focused option on Enter.
        if (match !== undefined) state.selectionManager.setFocusedKey(match);
        else if (key === 'Enter' && endTyping()) {
          // Accepts the text even if the list is closed, as it is after typing a full name or pasting.
          event.preventDefault();
          commitMeant(true);
        }
      }}
    >
      {children}
    </div>
  );
}
