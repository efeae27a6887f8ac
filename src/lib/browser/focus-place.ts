let isByKeys = false;

if (typeof window !== 'undefined') {
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, () => (isByKeys = type === 'keydown'), true);
}

/**
 * Focuses a place. A heading is focusable only while focused, because screen readers announce focusable text as clickable. The focus ring
 * of a heading is shown only if the last input was a key.
 */
export function focusPlace(place: HTMLElement | null | undefined, options?: FocusOptions): void {
  if (!place || place === document.activeElement) return;
  if (place.hasAttribute('tabindex') || !/^H[1-6]$/.test(place.tagName)) return place.focus(options);
  place.tabIndex = -1;
  place.toggleAttribute('data-quiet', !isByKeys);
  place.focus(options);

  const leave = () => {
    // The window lost focus, not the heading. The heading stays focusable, so that focus can return to it.
    if (place === document.activeElement) return;
    place.removeEventListener('blur', leave);
    place.removeAttribute('tabindex');
  };
  place.addEventListener('blur', leave);
  // If the browser refused focus, for example on an inert page, the heading must not stay focusable.
  leave();
}
