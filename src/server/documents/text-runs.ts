import bidiFactory from 'bidi-js';
import { faceOf, type Face, type Weight } from './fonts.ts';

/** Letters of one font and direction, drawn together. */
export interface Run {
  readonly text: string;
  readonly face: Face;
  readonly isRightToLeft: boolean;
  /** Start index in the text; runs are ordered by position on the line. */
  readonly start: number;
}

const bidi = bidiFactory();

/** Drawn instead of letters that no font contains. The PDF keeps the original letters as ActualText. */
const unknownLetter = '\ufffd';

/** Combining characters use the font of the preceding letter. */
const isJoiner = /^[\p{M}\u200c\u200d\s]$/u;

interface Piece {
  text: string;
  readonly start: number;
  readonly level: number;
  readonly face: Face;
}

function piecesOf(text: string, levels: Uint8Array, weight: Weight): Piece[] {
  const fallback = faceOf(0x20, weight);
  if (!fallback) throw new Error('The fonts lack the space');
  const pieces: Piece[] = [];
  let index = 0;
  for (const letter of text) {
    const level = levels[index] ?? 0;
    const mirrored = (level % 2 === 1 && bidi.getMirroredCharacter(letter)) || letter;
    const letterFace = faceOf(letter.codePointAt(0) ?? 0, weight);
    const before = pieces.at(-1);
    const face = before && isJoiner.test(letter) && letter.trim() !== '' ? before.face : (letterFace ?? fallback);
    const drawn = letterFace ? mirrored : unknownLetter;
    if (before && before.level === level && before.face === face) before.text += drawn;
    else pieces.push({ text: drawn, start: index, level, face });
    index += letter.length;
  }
  return pieces;
}

/** Rule L2 of the Unicode bidirectional algorithm: reverses runs from the highest level down. */
function inVisualOrder(pieces: readonly Piece[]): Piece[] {
  const order = [...pieces];
  const highest = Math.max(0, ...order.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < order.length; start += 1) {
      if ((order[start]?.level ?? 0) < level) continue;
      let end = start;
      while (end < order.length && (order[end]?.level ?? 0) >= level) end += 1;
      order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = end;
    }
  }
  return order;
}

const hasRightToLeftLetter = /\p{Script=Arabic}|\p{Script=Hebrew}/u;

/** Runs of a line from left to right. The shaper reverses right-to-left scripts; punctuation has no script and is reversed here. */
export function runsOf(line: string, weight: Weight): Run[] {
  const text = line.normalize('NFC');
  const { levels } = bidi.getEmbeddingLevels(text);
  return inVisualOrder(piecesOf(text, levels, weight)).map(({ text: letters, start, level, face }) => {
    const isRightToLeft = level % 2 === 1;
    const turned = isRightToLeft && !hasRightToLeftLetter.test(letters);
    return { text: turned ? Array.from(letters).toReversed().join('') : letters, face, isRightToLeft, start };
  });
}

/** True if the fonts contain every letter. */
export const hasEveryLetter = (text: string): boolean =>
  Array.from(text).every((letter) => faceOf(letter.codePointAt(0) ?? 0, 400) !== null);

/** Replaces control characters, which would be drawn as boxes, with spaces. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const withoutSpaces = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';

/** Matches white space, a letter of a script without spaces, or a word. */
const token = new RegExp(`\\s+|[${withoutSpaces}]|[^\\s${withoutSpaces}]+`, 'gu');

/**
 * Breaks a text into lines of a width. Keeps the space at a line break; breaks a word that is wider than a line between any two letters.
 * @param widthOf returns the width of a part of a line
 */
export function linesOf(text: string, width: number, widthOf: (part: string) => number): string[] {
  const clean = oneLine(text);
  if (clean === '' || widthOf(clean) <= width) return clean === '' ? [] : [clean];
  const lines: string[] = [];
  let line = '';
  let filled = 0;
  const addRun = (part: string): void => {
    const wide = widthOf(part);
    if (filled + wide > width && line.trim() !== '' && part.trim() !== '') {
      lines.push(line);
      line = '';
      filled = 0;
    }
    line += part;
    filled += wide;
  };
  for (const part of clean.match(token) ?? []) {
    if (widthOf(part) <= width) addRun(part);
    else for (const letter of part) addRun(letter);
  }
  return [...lines, line];
}
