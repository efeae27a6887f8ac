import type { FieldError } from '#lib/call-error.ts';

const deepest = 32;

const [quote, backslash] = [34, 92];

/** Returns whether a character can be part of a number: digits, + - . e E. */
const isOfNumber = (code: number): boolean =>
  (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46 || code === 69 || code === 101;

/** Matches a lone surrogate, which UTF-8 cannot encode. */
const halfCharacter = /\p{Surrogate}/u;

/** Text at this nesting level or deeper belongs to a list entry. The list is the request body or a field of the body. */
const entryLevel = 2;

interface JsonRules {
  readonly anyNumbers?: boolean | undefined;
  readonly judgesEntries?: boolean | undefined;
}

/** Returns true for an integer that is not written as digits only (1e2, 100.0), because other parsers may read a fraction. */
const hidesItsForm = (text: string): boolean => /[.eE]/.test(text) && Number.isSafeInteger(Number(text));

interface Level {
  /** Property names that were read so far in this object; null for an array. */
  readonly names: Set<string> | null;
  /** Name or index of the value that is being read. */
  at: string | number;
}

/**
 * Finds a fault that parsing hides: a duplicate name, deep nesting, NUL, a lone surrogate, or an integer written as `1e2`.
 * @param judgesEntries true to accept NUL and lone surrogates in list entries, because `unstorableText` reports them
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
      // A loop is faster than `indexOf`: V8 would call `indexOf` before it checks the condition, and search the whole text.
      for (let code = text.charCodeAt(at); code !== quote && at < text.length; code = text.charCodeAt(at)) {
        isEscaped ||= code === backslash;
        at += code === backslash ? 2 : 1;
      }
      at += 1;
      const isName = !isValue && level !== undefined && level.names !== null;
      isValue = false;
      // A value without escapes has no fault, so it is skipped. A name is always read, to find duplicates.
      if (!isEscaped && !isName) continue;
      name = isEscaped ? (JSON.parse(text.slice(from, at)) as string) : text.slice(from + 1, at - 1);
      const isJudgedLater = judgesEntries && levels.length >= entryLevel;
      if (isEscaped && !isJudgedLater && name.includes('\0')) return { path: 'body', message: 'must not contain the NUL character' };
      // An error path cannot contain an invalid name, so the error has the path of the object that contains the name.
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
      // Skips the letters of true, false and null. Otherwise, their `e` would be read as part of a number.
      at += sign === 'f' ? 4 : 3;
    }
  }
  return null;
}
