/** Time in milliseconds from hover to the first bubble. Further bubbles appear immediately. */
const warmUpMs = 1500;
/** Delay in milliseconds before a bubble is hidden. During the delay, the pointer can return or move to the bubble. */
const coolDownMs = 500;

export interface Bubble {
  readonly show: () => void;
  readonly showForFocus: () => void;
  readonly showSoon: () => void;
  readonly hide: () => void;
  readonly hideSoon: () => void;
}

let hideDrawn: (() => void) | null = null;
let isWarm = false;
let cooling: ReturnType<typeof setTimeout> | undefined;

/** Controls the bubble of a trigger. If there is no box, does nothing. Escape hides only the bubble and not the surrounding dialog. */
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
