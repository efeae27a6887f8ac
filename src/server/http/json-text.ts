import type { FieldError } from '#lib/call-error.ts';

/** Nothing that anybody means is nested deeper. */
const deepest = 32;

/** Strings, and the signs that open, close and divide; everything else in valid JSON is a number or a word. */
const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

interface Level {
  /** Names so far in an object; null in an array. */
  readonly names: Set<string> | null;
  /** Name or place of the value being read. */
  at: string | number;
}

/**
 * What is wrong with a valid JSON text that its parsed value no longer shows: a name given twice, where parsers take the last one
 * and proxies the first; nesting that makes recursive code run out of stack; NUL, which the database's texts can't hold.
 * @returns null when nothing is
 */
export function jsonFault(text: string): FieldError | null {
  const levels: Level[] = [];
  let name: string | null = null;
  const path = (): string => ['body', ...levels.map(({ at }) => at)].join('.');
  for (const [part] of text.matchAll(token)) {
    const level = levels.at(-1);
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
    } else {
      name = part.includes('\\') ? (JSON.parse(part) as string) : part.slice(1, -1);
      if (name.includes('\0')) return { path: 'body', message: 'must not contain the NUL character' };
    }
  }
  return null;
}
