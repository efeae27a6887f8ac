import { useEffect, useLayoutEffect } from 'react';
import { afterPaint } from '#lib/browser/after-paint.ts';

/** How many overlays there are. */
let shown = 0;
let showPage: () => void = () => undefined;

/**
 * Hides the page behind an overlay in two steps. React Aria would make it inert before the overlay is painted, and for that
 * the browser works out the style of every element of the page again: a third of the time that a dialog takes to open. Here
 * it is hidden from assistive technology at once, which costs nothing, and inert right after the first paint; until then
 * what React Aria lays over it takes the presses, and the focus is inside the overlay.
 *
 * What is behind is all that carries `data-behind-overlays`. An overlay over another one is left to React Aria, which makes
 * the lower one inert at once: it would take the focus back from the new one otherwise.
 */
export function usePageBehind(isShown: boolean): void {
  useLayoutEffect(() => {
    if (isShown && shown === 0) showPage = hidePage();
  }, [isShown]);
  useEffect(() => {
    if (!isShown) return;
    shown += 1;
    // React Aria has looked by now.
    for (const part of pageParts()) delete part.dataset['reactAriaTopLayer'];
    return () => {
      shown -= 1;
      if (shown === 0) showPage();
    };
  }, [isShown]);
}

const pageParts = () => document.querySelectorAll<HTMLElement>('[data-behind-overlays]');

/** Returns what shows the page again. */
function hidePage(): () => void {
  const parts = pageParts();
  for (const part of parts) {
    part.setAttribute('aria-hidden', 'true');
    // React Aria leaves such elements alone.
    part.dataset['reactAriaTopLayer'] = 'true';
  }
  const stay = afterPaint(() => {
    for (const part of parts) {
      part.inert = true;
      part.removeAttribute('aria-hidden');
    }
  });
  return () => {
    stay();
    for (const part of parts) {
      part.inert = false;
      part.removeAttribute('aria-hidden');
    }
  };
}
