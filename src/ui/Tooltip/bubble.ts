/** How long a pointer rests before the first bubble is drawn; others follow at once. Milliseconds. */
const warmUpMs = 1500;
/** A pointer that left may come back, or go to the bubble itself. Milliseconds. */
const coolDownMs = 500;

export interface Bubble {
  readonly show: () => void;
  /** Shows where the trigger has the focus, and the focus is drawn. */
  readonly showForFocus: () => void;
  /** Shows when the pointer has rested. */
  readonly showSoon: () => void;
  readonly hide: () => void;
  /** Hides when the pointer has not come back. */
  readonly hideSoon: () => void;
}

/** Hides the one that is drawn; there is never a second. */
let hideDrawn: (() => void) | null = null;
let isWarm = false;
let cooling: ReturnType<typeof setTimeout> | undefined;

/** When a bubble beside its trigger is drawn: never while there is no box. Escape hides only the bubble: the dialog around it stays. */
export function createBubble(getTrigger: () => HTMLElement | null, getBox: () => HTMLElement | null): Bubble {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hideOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    hide();
  };

  function hide() {
    clearTimeout(timer);
    if (hideDrawn !== hide) return;
    hideDrawn = null;
    document.removeEventListener('keydown', hideOnEscape, true);
    getBox()?.togglePopover(false);
    cooling = setTimeout(() => (isWarm = false), coolDownMs);
  }

  function show() {
    clearTimeout(timer);
    const source = getTrigger();
    const box = getBox();
    if (hideDrawn === hide || !source || !box) return;
    hideDrawn?.();
    hideDrawn = hide;
    clearTimeout(cooling);
    isWarm = true;
    document.addEventListener('keydown', hideOnEscape, true);
    box.togglePopover({ force: true, source });
  }

  return {
    show,
    showForFocus: () => {
      if (getTrigger()?.matches(':focus-visible')) show();
    },
    showSoon: () => {
      clearTimeout(timer);
      if (isWarm) show();
      else timer = setTimeout(show, warmUpMs);
    },
    hide,
    hideSoon: () => {
      clearTimeout(timer);
      timer = setTimeout(hide, coolDownMs);
    },
  };
}
