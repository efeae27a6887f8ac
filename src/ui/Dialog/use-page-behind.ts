import { useEffect, useLayoutEffect } from 'react';
import { afterPaint } from '#lib/browser/after-paint.ts';

/** Number of open overlays. */
let shown = 0;
let showPage: () => void = () => undefined;

/**
 * Hides `data-behind-overlays` from assistive technology at once, and makes it inert after the first paint. React Aria does both before the
 * paint, where the style recalculation takes a third of the opening time. React Aria handles overlays under others.
 */
export function usePageBehind(isShown: boolean): void {
  useLayoutEffect(() => {
    if (isShown && shown === 0) showPage = hidePage();
  }, [isShown]);
  useEffect(() => {
    if (!isShown) return;
    shown += 1;
    // By now React Aria has read the attribute.
    for (const part of pageParts()) delete part.dataset['reactAriaTopLayer'];
    return () => {
      shown -= 1;
      if (shown === 0) showPage();
    };
  }, [isShown]);
}

const pageParts = () => document.querySelectorAll<HTMLElement>('[data-behind-overlays]');

/** Returns a function that shows the page again. */
function hidePage(): () => void {
  const parts = pageParts();
  for (const part of parts) {
    part.setAttribute('aria-hidden', 'true');
    // React Aria skips elements with this attribute.
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
