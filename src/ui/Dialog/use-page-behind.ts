import { useEffect, useLayoutEffect } from 'react';
import { afterPaint } from '#lib/browser/after-paint.ts';

let shown = 0;
let showPage: () => void = () => undefined;

/** Hides the page behind a dialog. Sets `inert` only after the first paint, because setting it takes a third of the opening time. */
export function usePageBehind(isShown: boolean): void {
  useLayoutEffect(() => {
    if (isShown && shown === 0) showPage = hidePage();
  }, [isShown]);
  useEffect(() => {
    if (!isShown) return;
    shown += 1;
    // Removes the attribute that `hidePage` has set, because React Aria has already read it.
    for (const part of pageParts()) delete part.dataset['reactAriaTopLayer'];
    return () => {
      shown -= 1;
      if (shown === 0) showPage();
    };
  }, [isShown]);
}

const pageParts = () => document.querySelectorAll<HTMLElement>('[data-behind-overlays]');

function hidePage(): () => void {
  const parts = pageParts();
  for (const part of parts) {
    part.setAttribute('aria-hidden', 'true');
    // React Aria neither hides nor shows elements with this attribute, because this hook does both.
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
