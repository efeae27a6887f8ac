/** Moves a fixed region to the other end of the screen while it would cover the focused control. Returns the way to stop. */
export function keepClearOfFocus(region: HTMLElement): () => void {
  const place = () => {
    delete region.dataset['place'];
    const focused = document.activeElement;
    if (!focused || focused === document.body || region.contains(focused)) return;
    const control = focused.getBoundingClientRect();
    const box = region.getBoundingClientRect();
    const overlaps = control.left < box.right && control.right > box.left && control.top < box.bottom && control.bottom > box.top;
    if (overlaps) region.dataset['place'] = 'start';
  };
  const grown = new ResizeObserver(place);
  grown.observe(region);
  document.addEventListener('focusin', place);
  return () => {
    grown.disconnect();
    document.removeEventListener('focusin', place);
  };
}
