import { useLayoutEffect, type RefObject } from 'react';

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
      // Once the change is done: what replaces it is there only then, and whoever has taken the focus meanwhile keeps it.
      queueMicrotask(() => {
        if (document.activeElement === document.body) (id ? document.getElementById(id) : document.querySelector('h1'))?.focus();
      });
    };
  }, [ref]);
}
