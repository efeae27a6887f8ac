import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { ariaHideOutside } from 'react-aria/private/overlays/ariaHideOutside';
import { afterPaint } from '#lib/after-paint.ts';

/** How many overlays there are. */
let shown = 0;

/**
 * Hides the page behind an overlay in two steps. React Aria would make it inert before the overlay is painted, and for that
 * the browser works out the style of every element of the page again: a third of the time that a dialog takes to open. Here
 * it is hidden from assistive technology at once, which costs nothing, and inert right after the first paint; until then
 * what React Aria lays over it takes the presses, and the focus is inside the overlay.
 *
 * Not so over another overlay: that one keeps the focus inside itself for as long as it can have it, and would take it back
 * from the new one. It is left to React Aria to make it inert at once, which is cheap, as the page below it is already.
 */
export function usePageBehind(overlay: RefObject<HTMLElement | null>, isShown: boolean): void {
  const show = useRef<(() => void) | null>(null);
  useLayoutEffect(() => {
    if (isShown && overlay.current && shown === 0) show.current = hide(overlay.current);
  }, [overlay, isShown]);
  useEffect(() => {
    if (!isShown) return;
    shown += 1;
    const showAgain = show.current;
    show.current = null;
    return () => {
      shown -= 1;
      // It is counted who hides an element, and the last to let go shows it. That must be this one, since React Aria, which
      // lets go in the same go, knows of one step only.
      queueMicrotask(() => showAgain?.());
    };
  }, [isShown]);
}

/** Returns what shows the page again. */
function hide(overlay: HTMLElement): () => void {
  const observer = new MutationObserver(() => undefined);
  observer.observe(document.body, { subtree: true, attributeFilter: ['aria-hidden'] });
  const show = ariaHideOutside([overlay]);
  const hidden = observer.takeRecords().map(({ target }) => target);
  observer.disconnect();
  const stay = afterPaint(() => {
    for (const element of hidden as HTMLElement[]) {
      element.inert = true;
      element.removeAttribute('aria-hidden');
    }
  });
  return () => {
    stay();
    show();
  };
}
