import { useLayoutEffect, type RefObject } from 'react';
import { focusPlace } from '#lib/browser/focus-place.ts';

/** If the element disappears with the focus inside, focuses the heading of its section or dialog, otherwise the page heading. */
export function useFocusToHeading(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const id = element.closest('section[aria-labelledby]')?.getAttribute('aria-labelledby');
      // Waits for the DOM change, after which the replacement exists, and another element may have the focus.
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusPlace(id ? document.getElementById(id) : document.querySelector('h1'));
      });
    };
  }, [ref]);
}
