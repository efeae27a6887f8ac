import type { FieldError } from '#lib/call-error.ts';

/** Nothing that anybody means is nested deeper. */
const deepest = 32;

/** Strings, numbers, and the signs that open, close and divide; everything else in valid JSON is a word. */
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]/g;
const number = /^[-\d]/;

/** Half of a character that takes two, without the other: no text in UTF-8 can hold it, so a database refuses it or keeps something else. */
const halfCharacter = /\p{Surrogate}/u;

/** Whole by its value alone: 1e2, 100.0. Who writes that has not meant a whole number, and who reads it may not see one. */
const hidesItsForm = (text: string): boolean => /[.eE]/.test(text) && Number.isSafeInteger(Number(text));

interface Level {
  /** Names so far in an object; null in an array. */
  readonly names: Set<string> | null;
  /** Name or place of the value being read. */
  at: string | number;
}

/**
 * What is wrong with a valid JSON text that its parsed value no longer shows: a name given twice, where parsers take the last one
 * and proxies the first; nesting that makes recursive code run out of stack; NUL and halves of characters, which the database's
 * texts can't hold; a whole number with an exponent or a fraction. Numbers that are not whole are left to the schema.
 * @param anyNumbers leaves out how numbers are written
 * @returns null when nothing is
 */
export function jsonFault(text: string, anyNumbers = false): FieldError | null {
  const levels: Level[] = [];
  let name: string | null = null;
  let before = '';
  const path = (within: readonly Level[] = levels): string => ['body', ...within.map(({ at }) => at)].join('.');
  for (const [part] of text.matchAll(token)) {
    const level = levels.at(-1);
    const previous = before;
    before = part;
    if (part === '{' || part === '[') {
      if (levels.length === deepest) return { path: 'body', message: `must not be nested deeper than ${deepest} levels` };
      levels.push(part === '{' ? { names: new Set(), at: '' } : { names: null, at: 0 });
    } else if (part === '}' || part === ']') {
      levels.pop();
    } else if (part === ',') {
      if (level && typeof level.at === 'number') level.at += 1;
    } else if (part === ':') {
      if (!level?.names || name === null) continue;
      level.at = name;
      if (level.names.has(name)) return { path: path(), message: 'is given more than once' };
      level.names.add(name);
    } else if (number.test(part)) {
      if (!anyNumbers && hidesItsForm(part)) return { path: path(), message: 'must be a whole number in digits alone' };
    } else {
      name = part.includes('\\') ? (JSON.parse(part) as string) : part.slice(1, -1);
      if (name.includes('\0')) return { path: 'body', message: 'must not contain the NUL character' };
      // A name that can't be written names nothing: what it stands in does.
      const isName = level?.names && previous !== ':';
      if (halfCharacter.test(name))
        return { path: path(isName ? levels.slice(0, -1) : levels), message: 'must not contain half of a character' };
    }
  }
  return null;
}
