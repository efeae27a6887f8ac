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

/** Handles keys before React Aria, which would discard typed text that matches only one item or is the full name of an item. */
export function ComboBoxControl({ state, onlyMatch, commitMeant, endTyping, onPointerEnter, children }: ComboBoxControlProps) {
  return (
    <div
      className={styles.control}
      onPointerEnter={onPointerEnter}
      onBlurCapture={() => commitMeant()}
      onKeyDownCapture={(event) => {
        const { key } = event;
        // The first Escape closes the list and resets unmatched text. Stopped here, because React Aria would let it close the dialog too.
        if (key === 'Escape' && (state.isOpen || state.inputValue !== (state.selectedItem?.textValue ?? ''))) {
          event.stopPropagation();
          return state.revert();
        }
        // Handled here, because React Aria supports the arrow keys only without Alt.
        if (event.altKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
          event.preventDefault();
          event.stopPropagation();
          return (key === 'ArrowDown') === state.isOpen ? undefined : toggleList(state);
        }
        // React Aria moves by a page in the list but does not prevent scrolling of the page behind.
        if (state.isOpen && key.startsWith('Page')) event.preventDefault();
        // Home and End move in the text. React Aria would move to the first or last option, which the next Enter or Tab would choose.
        if (key === 'Home' || key === 'End') {
          event.stopPropagation();
          return state.selectionManager.setFocusedKey(null);
        }
        const { focusedKey } = state.selectionManager;
        if (focusedKey !== null && state.collection.getItem(focusedKey) !== null) return;
        if (key === 'Tab') commitMeant();
        const match = key === 'Enter' && state.isOpen ? onlyMatch() : undefined;
        // React Aria chooses the focused option on Enter, so the only match is focused.
        if (match !== undefined) state.selectionManager.setFocusedKey(match);
        else if (key === 'Enter' && endTyping()) {
          // After typing a full name the list is closed, and after inserting text it is not open yet.
          event.preventDefault();
          commitMeant(true);
        }
      }}
    >
      {children}
    </div>
  );
}
