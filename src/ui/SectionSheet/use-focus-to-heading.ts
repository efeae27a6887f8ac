import { useLayoutEffect, type RefObject } from 'react';
import { focusPlace } from '#lib/browser/focus-place.ts';

/** If the element is removed while it contains the focus, focuses the heading of its section or dialog, otherwise the page heading. */
export function useFocusToHeading(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const place = element.closest('section[aria-labelledby],[role$=dialog]');
      const id = place?.getAttribute('aria-labelledby') ?? '';
      // Runs after the DOM has changed. If another element then has the focus, for example a replacement, it keeps the focus.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        // A dialog with a short name is not labelled by its heading, so the heading is found by its tag.
        focusPlace(document.getElementById(id) ?? place?.querySelector('h2') ?? document.querySelector('h1'));
      });
    };
  }, [ref]);
}
