/**
 * Hides input-method keys from all handlers, because they edit the open composition. Must run before any other key listener on the window.
 * In Safari, the key that ends a composition has `isComposing` false and code 229.
 */
export function hideComposingKeys(): void {
  addEventListener('keydown', (event) => (event.isComposing || event.keyCode === 229) && event.stopImmediatePropagation(), true);
}
