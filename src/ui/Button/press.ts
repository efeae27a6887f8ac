import type { KeyboardEvent, MouseEvent } from 'react';

export interface PressHandlers {
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void;
}

/** Press handlers of a native button. Each input causes one click. Holding Enter presses once, even if the focus moves to this button. */
export function pressHandlers(onPress: (event: MouseEvent<HTMLButtonElement>) => void): PressHandlers {
  return {
    onClick(event) {
      // Focuses the button, because Safari does not focus pressed buttons, and a dialog returns the focus to the button that opened it.
      if (event.detail > 0 && document.activeElement !== event.currentTarget) event.currentTarget.focus({ preventScroll: true });
      onPress(event);
    },
    onKeyDown(event) {
      if (event.repeat && event.key === 'Enter') event.preventDefault();
    },
  };
}
