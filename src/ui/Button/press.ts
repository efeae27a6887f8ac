import type { KeyboardEvent, MouseEvent } from 'react';

export interface PressHandlers {
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void;
}

/** Press handlers of a native button. Each input causes one click. Holding Enter presses once, even if the focus moves to this button. */
export function pressHandlers(onPress: (event: MouseEvent<HTMLButtonElement>) => void): PressHandlers {
  return {
    onClick(event) {
      // Safari does not focus a pressed button, so the handler does. A dialog returns the focus to the button that opened the dialog.
      if (event.detail > 0 && document.activeElement !== event.currentTarget) event.currentTarget.focus({ preventScroll: true });
      onPress(event);
    },
    onKeyDown(event) {
      if (event.repeat && event.key === 'Enter') event.preventDefault();
    },
  };
}
