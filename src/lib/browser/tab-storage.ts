/** What the browser refused to keep: it lasts as long as the page. */
const inPage = new Map<string, unknown>();

const tab = (): Storage => sessionStorage;

/** What is kept under a name, in this tab unless another place is given; null when that is nothing, or damaged. */
export function loadValue(name: string, place = tab): unknown {
  if (inPage.has(name)) return inPage.get(name);
  try {
    return parsed(place().getItem(name));
  } catch {
    return null;
  }
}

/**
 * Keeps a value through reloads; null keeps nothing. A browser may refuse its storage, also by throwing where it is only
 * looked at: then the value is kept for the page.
 */
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

/** Deletes the values of this tab and of the browser, except those for which `isKept` is true. */
export function forgetValues(isKept: (name: string, value: unknown) => boolean): void {
  for (const [name, value] of inPage) if (!isKept(name, value)) inPage.delete(name);
  for (const place of [tab, () => localStorage])
    try {
      const storage = place();
      for (const name of Object.keys(storage)) if (!isKept(name, parsed(storage.getItem(name)))) storage.removeItem(name);
    } catch {
      // A browser that forbids its storage has nothing there.
    }
}
