/**
 * After a dialog is gone React Aria gives focus back to what opened it. If that is gone too, focus would be lost to the
 * body; then it goes to the given place.
 */
export function returnFocus(getPlace: () => HTMLElement | null): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement === null || document.activeElement === document.body) getPlace()?.focus();
    }),
  );
}
