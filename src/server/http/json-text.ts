import type { FieldError } from '#lib/call-error.ts';

/** Nothing that anybody means is nested deeper. */
const deepest = 32;

const [quote, backslash] = [34, 92];

/** The signs of a number: digits, + - . e E. */
const isOfNumber = (code: number): boolean =>
  (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46 || code === 69 || code === 101;

/** Half of a character that takes two, without the other: no text in UTF-8 can hold it, so a database refuses it or keeps something else. */
const halfCharacter = /\p{Surrogate}/u;

/** Level of the entries of a list: the list is the body, or a field of the body. */
const entryLevel = 2;

interface JsonRules {
  readonly anyNumbers?: boolean | undefined;
  readonly judgesEntries?: boolean | undefined;
}

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
 * It reads text that came as UTF-8 and that JSON.parse has taken: NUL and halves of characters are escaped there, if anything is.
 * @param anyNumbers leaves out how numbers are written
 * @param judgesEntries leaves out text in the entries of a list that can't be stored: `unstorableText` finds it there
 * @returns null when nothing is
 */
export function jsonFault(text: string, { anyNumbers = false, judgesEntries = false }: JsonRules = {}): FieldError | null {
  const levels: Level[] = [];
  let level: Level | undefined;
  let name: string | null = null;
  let isValue = false;
  let at = 0;
  const path = (within: readonly Level[] = levels): string => ['body', ...within.map((each) => each.at)].join('.');
  while (at < text.length) {
    const from = at;
    const sign = text.charAt(from);
    at += 1;
    if (sign === '"') {
      let isEscaped = false;
      // By single signs: V8 runs a search of its own ahead of the condition that it stands behind, through all of the text.
      for (let code = text.charCodeAt(at); code !== quote && at < text.length; code = text.charCodeAt(at)) {
        isEscaped ||= code === backslash;
        at += code === backslash ? 2 : 1;
      }
      at += 1;
      const isName = !isValue && level !== undefined && level.names !== null;
      isValue = false;
      // A text that holds nothing escaped, and names nothing, is passed over without a copy of it.
      if (!isEscaped && !isName) continue;
      name = isEscaped ? (JSON.parse(text.slice(from, at)) as string) : text.slice(from + 1, at - 1);
      const isJudgedLater = judgesEntries && levels.length >= entryLevel;
      if (isEscaped && !isJudgedLater && name.includes('\0')) return { path: 'body', message: 'must not contain the NUL character' };
      // A name that can't be written names nothing: what it stands in does.
      if (isEscaped && !isJudgedLater && halfCharacter.test(name))
        return { path: path(isName ? levels.slice(0, -1) : levels), message: 'must not contain half of a character' };
    } else if (sign === ':') {
      isValue = true;
      if (!level?.names || name === null) continue;
      level.at = name;
      if (level.names.has(name)) return { path: path(), message: 'is given more than once' };
      level.names.add(name);
    } else if (sign === ',') {
      isValue = false;
      if (level && typeof level.at === 'number') level.at += 1;
    } else if (sign === '{' || sign === '[') {
      if (levels.length === deepest) return { path: 'body', message: `must not be nested deeper than ${deepest} levels` };
      isValue = false;
      level = sign === '{' ? { names: new Set(), at: '' } : { names: null, at: 0 };
      levels.push(level);
    } else if (sign === '}' || sign === ']') {
      levels.pop();
      level = levels.at(-1);
    } else if (isOfNumber(text.charCodeAt(from))) {
      while (at < text.length && isOfNumber(text.charCodeAt(at))) at += 1;
      if (!anyNumbers && hidesItsForm(text.slice(from, at))) return { path: path(), message: 'must be a whole number in digits alone' };
    } else if (sign === 't' || sign === 'f' || sign === 'n') {
      // The letters of true, false and null are no signs of a number.
      at += sign === 'f' ? 4 : 3;
    }
  }
  return null;
}
