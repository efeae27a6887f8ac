import type { KeyboardEvent, MouseEvent } from 'react';

export interface PressHandlers {
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void;
}

/**
 * The presses of a native button: mouse, touch, keys and assistive technology all arrive as one click. A key that is
 * held down presses once, also where the first press moved the focus to this button.
 */
export function pressHandlers(onPress: (event: MouseEvent<HTMLButtonElement>) => void): PressHandlers {
  return {
    onClick(event) {
      // Safari leaves the focus where it was; dialogs give it back to what had it.
      if (event.detail > 0 && document.activeElement !== event.currentTarget) event.currentTarget.focus({ preventScroll: true });
      onPress(event);
    },
    onKeyDown(event) {
      if (event.repeat && event.key === 'Enter') event.preventDefault();
    },
  };
}
