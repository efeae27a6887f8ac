/**
 * Gives the focus to a place in the page. A heading can take it only while it has it: one that always can is spoken as clickable.
 */
export function focusPlace(place: HTMLElement | null | undefined, options?: FocusOptions): void {
  if (!place || place === document.activeElement) return;
  if (place.hasAttribute('tabindex') || !/^H[1-6]$/.test(place.tagName)) return place.focus(options);
  place.tabIndex = -1;
  place.focus(options);

  const leave = () => {
    // A window that loses the focus comes back to the same place.
    if (place === document.activeElement) return;
    place.removeEventListener('blur', leave);
    place.removeAttribute('tabindex');
  };
  place.addEventListener('blur', leave);
  // It may have been refused, as by a page that is inert.
  leave();
}
