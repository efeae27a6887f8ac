export interface ComboBoxItem {
  id: string;
  /** Displayed name; unique in the list. */
  name: string;
  /** Other names for search: "Holland", "Deutschland". */
  otherNames?: readonly string[];
  /** Short code for search: "NL". */
  code?: string;
}

/** Cache of folded texts, because long lists are searched on every key. */
const foldedTexts = new Map<string, string>();

/** Lower case without accents, with short forms expanded: "reunion" finds "Réunion", "saint lucia" finds "St. Lucia". */
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

/** True if the text is part of one of the item's names, or the start of its code. */
export function isFound({ name, otherNames = [], code = '' }: ComboBoxItem, typed: string): boolean {
  const query = folded(typed);
  return [name, ...otherNames].some((each) => folded(each).includes(query)) || folded(code).startsWith(query);
}

export const namedItem = <T extends ComboBoxItem>(items: readonly T[], typed: string): T | undefined =>
  items.find(({ name }) => folded(name) === folded(typed));

export function nicknamedItem<T extends ComboBoxItem>(items: readonly T[], typed: string): T | undefined {
  const found = items.filter(({ code, otherNames = [] }) => [code, ...otherNames].some((each) => each && folded(each) === folded(typed)));
  return found.length === 1 ? found[0] : undefined;
}

/** The item that the text identifies: by name, else by a unique other name or code. */
export const meantItem = <T extends ComboBoxItem>(items: readonly T[], typed: string): T | undefined =>
  namedItem(items, typed) ?? nicknamedItem(items, typed);
