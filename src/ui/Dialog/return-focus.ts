const isLost = (): boolean => document.querySelector(':focus') === null;

/**
 * After a dialog is gone React Aria gives focus back to what opened it. If that is gone too, focus would be lost to the
 * body; then it goes to the given place, and where that is behind another dialog or there is none, to that dialog's heading.
 */
export function returnFocus(getPlace: () => HTMLElement | null): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (isLost()) getPlace()?.focus();
      if (isLost()) [...document.querySelectorAll<HTMLElement>('[role=dialog] h2')].at(-1)?.focus();
    }),
  );
}
