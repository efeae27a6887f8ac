/** Values that the browser refused to store. They are lost when the page is closed or reloaded. */
const inPage = new Map<string, unknown>();

const tab = (): Storage => sessionStorage;

/** Reads from the storage of this tab by default. Null if the value is missing or invalid. */
export function loadValue(name: string, place = tab): unknown {
  if (inPage.has(name)) return inPage.get(name);
  try {
    return parsed(place().getItem(name));
  } catch {
    return null;
  }
}

/** Stores a value; null deletes it. If the browser refuses to store the value or throws on access, keeps the value in memory. */
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
      // If the browser forbids access to storage, there is nothing to delete.
    }
}
