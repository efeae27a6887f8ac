/** What the browser refused to keep: it lasts as long as the page. */
const inPage = new Map<string, unknown>();

const tab = (): Storage => sessionStorage;

/** What is kept under a name, in this tab unless another place is given; null when that is nothing, or damaged. */
export function loadValue(name: string, place = tab): unknown {
  if (inPage.has(name)) return inPage.get(name);
  try {
    return JSON.parse(place().getItem(name) ?? 'null');
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
