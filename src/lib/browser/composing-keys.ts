/**
 * Hides input-method keys from all handlers, because Enter, Escape, Tab and arrows then edit the composition. Must run before any other
 * key listener on the window. Safari reports the key that ends a composition with `isComposing` false and code 229.
 */
export function hideComposingKeys(): void {
  addEventListener('keydown', (event) => (event.isComposing || event.keyCode === 229) && event.stopImmediatePropagation(), true);
}
