import { loadValue, saveValue } from '#lib/browser/tab-storage.ts';

/** Storage key. keep-shortcut.ts reads the same key before hydration. */
const name = 'search-shortcut';
const listeners = new Set<() => void>();
const browser = (): Storage => localStorage;

/** Stored value if the shortcut is off. It is stored per browser, because another browser may use the keys for something else. */
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
