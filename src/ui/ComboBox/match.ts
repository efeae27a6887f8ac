export interface ComboBoxItem {
  id: string;
  /** Shown, and unique in its list. */
  name: string;
  /** What people also call it: "Holland", "Deutschland". */
  otherNames?: readonly string[];
  /** A short code that people know it by: "NL". */
  code?: string;
}

/** Lists are long and searched with every key, and what is compared stays the same. */
const foldedTexts = new Map<string, string>();

/** Small letters without accents or short forms, so that "reunion" finds "Réunion", and "saint lucia" "St. Lucia". */
function folded(text: string): string {
  let known = foldedTexts.get(text);
  if (known === undefined) {
    known = text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .trim()
      .replace(/&/g, 'and')
      .replace(/’/g, "'")
      .replace(/\bthe /g, '')
      .replace(/\bst(\. ?| |$)/g, 'saint ');
    foldedTexts.set(text, known);
  }
  return known;
}

/** Whether the typed text finds the item: part of one of its names, or the beginning of its code. */
export function isFound({ name, otherNames = [], code = '' }: ComboBoxItem, typed: string): boolean {
  const query = folded(typed);
  return [name, ...otherNames].some((each) => folded(each).includes(query)) || folded(code).startsWith(query);
}

/** The item that the text names in full. */
export const namedItem = <T extends ComboBoxItem>(items: readonly T[], typed: string): T | undefined =>
  items.find(({ name }) => folded(name) === folded(typed));

/** The only item that has the text as its code or as another name. */
export function nicknamedItem<T extends ComboBoxItem>(items: readonly T[], typed: string): T | undefined {
  const found = items.filter(({ code, otherNames = [] }) => [code, ...otherNames].some((each) => each && folded(each) === folded(typed)));
  return found.length === 1 ? found[0] : undefined;
}

/** The item that the text means when nothing more is typed: by name, by another name or by code, if it is only one. */
export const meantItem = <T extends ComboBoxItem>(items: readonly T[], typed: string): T | undefined =>
  namedItem(items, typed) ?? nicknamedItem(items, typed);
