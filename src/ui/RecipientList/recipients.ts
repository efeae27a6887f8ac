/** Splits what was typed or pasted into entries: by comma, semicolon or white space. */
export function splitEntries(text: string): string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== '');
}

export interface Sorted {
  added: string[];
  /** Entries that are no addresses: they stay in the field. */
  rejected: string[];
  /** Entries that are in the list already, compared without case. */
  duplicates: string[];
}

/** Tells entries that can be added to a list from those that cannot. */
export function sortEntries(entries: readonly string[], list: readonly string[], isValid: (entry: string) => boolean): Sorted {
  const known = new Set(list.map((entry) => entry.toLowerCase()));
  const sorted: Sorted = { added: [], rejected: [], duplicates: [] };
  for (const entry of entries) {
    if (!isValid(entry)) sorted.rejected.push(entry);
    else if (known.has(entry.toLowerCase())) sorted.duplicates.push(entry);
    else {
      known.add(entry.toLowerCase());
      sorted.added.push(entry);
    }
  }
  return sorted;
}
