export interface ComboBoxItem {
  id: string;
  /** Shown, and unique in its list. */
  name: string;
  /** What people also call it: "Holland", "Deutschland". */
  otherNames?: readonly string[];
  /** A short code that people know it by: "NL". */
  code?: string;
}

/** Lists are long and searched with every key, and their names stay the same. */
const foldedNames = new Map<string, string>();

function foldedName(name: string): string {
  let known = foldedNames.get(name);
  if (known === undefined) foldedNames.set(name, (known = folded(name)));
  return known;
}

/** Small letters without accents, so that "reunion" finds "Réunion". */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/** Whether the typed text finds the item: part of one of its names, or the beginning of its code. */
export function isFound(item: ComboBoxItem, typed: string): boolean {
  const query = folded(typed);
  return (
    [item.name, ...(item.otherNames ?? [])].some((name) => foldedName(name).includes(query)) ||
    (item.code !== undefined && foldedName(item.code).startsWith(query))
  );
}

/** The item that the text names in full. */
export function named<T extends ComboBoxItem>(items: readonly T[], typed: string): T | undefined {
  const query = folded(typed);
  return items.find(({ name }) => foldedName(name) === query);
}

/** The item that the text means when nothing more is typed: by name, by another name or by code, if it is only one. */
export function meant<T extends ComboBoxItem>(items: readonly T[], typed: string): T | undefined {
  const query = folded(typed);
  if (query === '') return undefined;
  const byOther = items.filter(
    ({ code, otherNames = [] }) =>
      (code !== undefined && foldedName(code) === query) || otherNames.some((name) => foldedName(name) === query),
  );
  return named(items, typed) ?? (byOther.length === 1 ? byOther[0] : undefined);
}
