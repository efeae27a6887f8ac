import { useLayoutEffect, type RefObject } from 'react';
import { focusPlace } from '#lib/browser/focus-place.ts';

/**
 * An element that vanishes with the focus on or in it leaves it to the heading of its section or dialog, on a plain page to the
 * first heading. Where the section is replaced as well, that is the heading of the new one, which has the same id.
 */
export function useFocusToHeading(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const id = element.closest('section[aria-labelledby]')?.getAttribute('aria-labelledby');
      // After the DOM change: the replacement exists only then, and an element that has taken the focus keeps it.
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusPlace(id ? document.getElementById(id) : document.querySelector('h1'));
      });
    };
  }, [ref]);
}
