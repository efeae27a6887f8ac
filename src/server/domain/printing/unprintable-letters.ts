import { printedLetters } from './printed-letters.ts';

let ranges: readonly (readonly [first: number, last: number])[] | undefined;

const readRanges = (): readonly (readonly [number, number])[] =>
  printedLetters
    .trim()
    .split(/\s+/)
    .map((range) => {
      const [first = '', last = first] = range.split('-');
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
    });

/** Spaces and invisible characters need no glyph. */
const isInvisible = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]$/u;

function isPrinted(letter: string): boolean {
  if (isInvisible.test(letter)) return true;
  ranges ??= readRanges();
  const codePoint = letter.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => first <= codePoint && codePoint <= last);
}

export function unprintableLetters(text: string): string[] {
  // Fast path: most texts are printable ASCII.
  if (/^[ -~]*$/.test(text)) return [];
  return [...new Set(text.normalize('NFC'))].filter((letter) => !isPrinted(letter));
}

export function unprintableMessage(text: string | null | undefined): string | undefined {
  const letters = unprintableLetters(text ?? '');
  return letters.length === 0 ? undefined : `The invoice cannot show: ${letters.join(' ')}`;
}

interface PrintingProblem {
  readonly path: string;
  readonly message: string;
}

/** @param stored the stored texts, which cause no problem if they are unchanged, because an earlier release may have accepted them */
export function printingProblems(
  texts: readonly (readonly [path: string, text: string | null | undefined])[],
  stored: readonly (string | null | undefined)[] = [],
): PrintingProblem[] {
  return texts.flatMap(([path, text]) => {
    const message = stored.includes(text) ? undefined : unprintableMessage(text);
    return message === undefined ? [] : [{ path, message }];
  });
}
