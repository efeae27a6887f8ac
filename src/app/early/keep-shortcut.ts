/** Keeps a search shortcut pressed before hydration. The source text runs inline in the head, so it must not use names from outside. */
export function keepEarlyShortcut(): void {
  const early = window.earlyInput;
  if (!early) return;
  let pressed: KeyboardEvent | null = null;
  const searchButton = () => document.getElementById('open-search');

  const isOff = (): boolean => {
    try {
      return localStorage.getItem('search-shortcut') === '"off"';
    } catch {
      return false;
    }
  };
  const onKey = (event: KeyboardEvent) => {
    const isShortcut = event.key.toLowerCase() === 'k' && event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey;
    const button = searchButton();
    if (!isShortcut || !button || isOff()) return;
    event.preventDefault();
    // Marks the button as busy. lazy-part.tsx then hydrates the bar as soon as the browser is idle.
    button.setAttribute('aria-busy', 'true');
    pressed = event;
  };
  document.addEventListener('keydown', onKey, true);

  const alive = early.alive.bind(early);
  early.alive = (boundary) => {
    alive(boundary);
    if (boundary !== 'bar') return;
    document.removeEventListener('keydown', onKey, true);
    if (!pressed) return;
    searchButton()?.removeAttribute('aria-busy');
    // Repeats the key press, which opens the search unless a dialog is open. Listeners of the window expect an element as the target.
    document.body.dispatchEvent(new KeyboardEvent('keydown', pressed));
    pressed = null;
  };
}
