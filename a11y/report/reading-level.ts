export interface ReadingLevel {
  readonly text: string;
  /** Flesch-Kincaid grade: the number of school years that a reader needs to understand the text. */
  readonly grade: number;
}

const vowelGroups = /[aeiouy]+/g;

/** Estimates the number of syllables: counts groups of vowels, and ignores a silent final e. */
function syllablesIn(word: string): number {
  const letters = word.toLowerCase().replace(/[^a-z]/g, '');
  const groups = letters.replace(/(?:[^laeiouy]e|[^aeiouydt]ed|[^aeiouysxzc]es)$/, '').match(vowelGroups)?.length ?? 0;
  return Math.max(1, groups);
}

const wordsIn = (text: string): string[] => text.match(/[A-Za-z][A-Za-z'-]*/g) ?? [];
const sentencesIn = (text: string): number => Math.max(1, text.split(/[.!?:;](?:\s|$)/).filter((part) => wordsIn(part).length > 0).length);

/** Flesch-Kincaid grade of a text (Kincaid et al., 1975). */
export function gradeOf(text: string): number {
  const words = wordsIn(text);
  if (words.length === 0) return 0;
  const syllables = words.reduce((sum, word) => sum + syllablesIn(word), 0);
  return 0.39 * (words.length / sentencesIn(text)) + 11.8 * (syllables / words.length) - 15.59;
}

/** A shorter text is a label, for which a grade is meaningless. */
const fewestWords = 8;

export const hardestFirst = (texts: readonly string[]): ReadingLevel[] =>
  [...new Set(texts)]
    .filter((text) => wordsIn(text).length >= fewestWords)
    .map((text) => ({ text, grade: gradeOf(text) }))
    .toSorted((a, b) => b.grade - a.grade);
