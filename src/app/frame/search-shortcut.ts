import { loadValue, saveValue } from '#lib/browser/tab-storage.ts';

/** Storage name, which keep-shortcut.ts reads before hydration too. */
const name = 'search-shortcut';
const listeners = new Set<() => void>();
const browser = (): Storage => localStorage;

/** Stored per browser and not per account, because another browser may use the keys itself. */
const storedOff = 'off';

export const isShortcutOn = (): boolean => loadValue(name, browser) !== storedOff;

export function setShortcut(isOn: boolean): void {
  saveValue(name, isOn ? null : storedOff, browser);
  for (const listener of listeners) listener();
}

export function onShortcut(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
