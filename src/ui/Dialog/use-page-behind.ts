import { useEffect, useLayoutEffect } from 'react';
import { afterPaint } from '#lib/browser/after-paint.ts';

let shown = 0;
let showPage: () => void = () => undefined;

/** Inert only after the first paint; before it, React Aria's style recalculation takes a third of the opening time. */
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
