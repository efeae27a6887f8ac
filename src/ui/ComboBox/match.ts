export interface ComboBoxItem {
  id: string;
  /** Displayed name, which must be unique in the list. */
  name: string;
  /** Other names that the search finds, for example "Holland". */
  otherNames?: readonly string[];
  /** Short code that the search finds, for example "NL". */
  code?: string;
}

/** Cache of normalized texts, because each key press searches the whole list. */
const foldedTexts = new Map<string, string>();

/** Normalizes case, accents and short forms, so that "reunion" finds "Réunion", and "saint lucia" finds "St. Lucia". */
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

/** Returns true if one of the item's names contains the text, or the code starts with the text. */
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

/** Returns the item whose name is the text. Otherwise, returns the only item that has the text as another name or as a code. */
export const meantItem = <T extends ComboBoxItem>(items: readonly T[], typed: string): T | undefined =>
  namedItem(items, typed) ?? nicknamedItem(items, typed);
