/**
 * Hides the keys of an input method from every handler of this document: Enter, Escape, Tab and arrows choose and end a composition,
 * and must not send a form, add an entry or close a dialog. Must run before any other key listener on the window.
 * Safari reports the key that ends a composition with `isComposing` false and key code 229.
 */
export function hideComposingKeys(): void {
  addEventListener('keydown', (event) => (event.isComposing || event.keyCode === 229) && event.stopImmediatePropagation(), true);
}
