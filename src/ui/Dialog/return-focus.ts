import { runAfterTransition } from 'react-aria/private/utils/runAfterTransition';

/**
 * After a dialog is gone React Aria gives focus back to what opened it. If that is gone too, focus would be lost to the
 * body; then it goes to the given place.
 */
export function returnFocus(getPlace: () => HTMLElement | null): void {
  // React Aria remembers what is in transition, and a dialog that is closed on its way in never ends it: asking for the end of
  // all transitions makes it forget what is gone. Otherwise each such dialog would be kept for as long as the page.
  runAfterTransition(() => undefined);
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement === null || document.activeElement === document.body) getPlace()?.focus();
    }),
  );
}
