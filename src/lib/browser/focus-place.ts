let isByKeys = false;

if (typeof window !== 'undefined') {
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, () => (isByKeys = type === 'keydown'), true);
}

/** Headings are focusable only while focused, because screen readers call focusable text clickable. Their ring needs a used key. */
export function focusPlace(place: HTMLElement | null | undefined, options?: FocusOptions): void {
  if (!place || place === document.activeElement) return;
  if (place.hasAttribute('tabindex') || !/^H[1-6]$/.test(place.tagName)) return place.focus(options);
  place.tabIndex = -1;
  place.toggleAttribute('data-quiet', !isByKeys);
  place.focus(options);

  const leave = () => {
    // Keeps the element focusable while the window is in the background, so that focus can return to it.
    if (place === document.activeElement) return;
    place.removeEventListener('blur', leave);
    place.removeAttribute('tabindex');
  };
  place.addEventListener('blur', leave);
  // Focus can be refused, for example on an inert page.
  leave();
}
