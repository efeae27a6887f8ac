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

/** Opens the list at the chosen option, or closes it and takes none. */
function toggleList(state: ComboBoxState<ComboBoxItem>): void {
  if (!state.isOpen) return state.open(null, 'manual');
  state.selectionManager.setFocusedKey(null);
  state.close();
}

/** Runs before React Aria's own keys: it would throw typed text away though only one item fits it, or it names one in full. */
export function ComboBoxControl({ state, onlyMatch, commitMeant, endTyping, onPointerEnter, children }: ComboBoxControlProps) {
  return (
    <div
      className={styles.control}
      onPointerEnter={onPointerEnter}
      onBlurCapture={() => commitMeant()}
      onKeyDownCapture={(event) => {
        const { key } = event;
        // The list and a text that names nothing take the first Escape. React Aria would also pass it to the dialog around the field.
        if (key === 'Escape' && (state.isOpen || state.inputValue !== (state.selectedItem?.textValue ?? ''))) {
          event.stopPropagation();
          return state.revert();
        }
        // React Aria knows arrows without Alt only.
        if (event.altKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
          event.preventDefault();
          event.stopPropagation();
          return (key === 'ArrowDown') === state.isOpen ? undefined : toggleList(state);
        }
        // React Aria goes on by a page in the list, and leaves it to the browser to do the same with what is behind.
        if (state.isOpen && key.startsWith('Page')) event.preventDefault();
        // They move in the text. React Aria would go to the first or last option, which the next Enter or Tab would take.
        if (key === 'Home' || key === 'End') {
          event.stopPropagation();
          return state.selectionManager.setFocusedKey(null);
        }
        // What is focused may have been filtered out since.
        const { focusedKey } = state.selectionManager;
        if (focusedKey !== null && state.collection.getItem(focusedKey) !== null) return;
        if (key === 'Tab') commitMeant();
        const match = key === 'Enter' && state.isOpen ? onlyMatch() : undefined;
        // React Aria takes the focused option with Enter, so the only match becomes that.
        if (match !== undefined) state.selectionManager.setFocusedKey(match);
        else if (key === 'Enter' && endTyping()) {
          // A name typed in full has closed the list already, or what was typed in one go has not opened it yet.
          event.preventDefault();
          commitMeant(true);
        }
      }}
    >
      {children}
    </div>
  );
}
