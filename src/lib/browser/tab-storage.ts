/** Values that the browser refused to store; they last as long as the page. */
const inPage = new Map<string, unknown>();

const tab = (): Storage => sessionStorage;

/** The stored value, by default from this tab; null if it is missing or damaged. */
export function loadValue(name: string, place = tab): unknown {
  if (inPage.has(name)) return inPage.get(name);
  try {
    return parsed(place().getItem(name));
  } catch {
    return null;
  }
}

/** Null deletes the value. If the browser refuses storage, even by throwing on access, the value is kept in memory. */
export function saveValue(name: string, value: unknown, place = tab): void {
  inPage.delete(name);
  try {
    if (value === null) place().removeItem(name);
    else place().setItem(name, JSON.stringify(value));
  } catch {
    inPage.set(name, value);
  }
}

const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
};

export function forgetValues(isKept: (name: string, value: unknown) => boolean): void {
  for (const [name, value] of inPage) if (!isKept(name, value)) inPage.delete(name);
  for (const place of [tab, () => localStorage])
    try {
      const storage = place();
      for (const name of Object.keys(storage)) if (!isKept(name, parsed(storage.getItem(name)))) storage.removeItem(name);
    } catch {
      // A browser that forbids storage has nothing to delete.
    }
}
