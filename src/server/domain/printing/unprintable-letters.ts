import { printedLetters } from './printed-letters.ts';

/** First and last letters of the ranges of printed letters, in order. */
let ranges: readonly (readonly [first: number, last: number])[] | undefined;

const readRanges = (): readonly (readonly [number, number])[] =>
  printedLetters
    .trim()
    .split(/\s+/)
    .map((range) => {
      const [first = '', last = first] = range.split('-');
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
    });

/** Letters that need no glyph: spaces and invisible characters. */
const isInvisible = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]$/u;

function isPrinted(letter: string): boolean {
  if (isInvisible.test(letter)) return true;
  ranges ??= readRanges();
  const codePoint = letter.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => first <= codePoint && codePoint <= last);
}

/** Letters of a text that no font of the documents has, each once. */
export function unprintableLetters(text: string): string[] {
  // Printable ASCII, which most texts are.
  if (/^[ -~]*$/.test(text)) return [];
  return [...new Set(text.normalize('NFC'))].filter((letter) => !isPrinted(letter));
}

/** Message of a field with letters that no document can show; undefined if there are none. */
export function unprintableMessage(text: string | null | undefined): string | undefined {
  const letters = unprintableLetters(text ?? '');
  return letters.length === 0 ? undefined : `The invoice cannot show: ${letters.join(' ')}`;
}

interface PrintingProblem {
  readonly path: string;
  readonly message: string;
}

/**
 * Problems of the fields of a request with letters that no document can show.
 * @param texts path and text of each field
 * @param stored texts that are accepted unchanged, because an earlier release may have stored them
 */
export function printingProblems(
  texts: readonly (readonly [path: string, text: string | null | undefined])[],
  stored: readonly (string | null | undefined)[] = [],
): PrintingProblem[] {
  return texts.flatMap(([path, text]) => {
    const message = stored.includes(text) ? undefined : unprintableMessage(text);
    return message === undefined ? [] : [{ path, message }];
  });
}
