import bidiFactory from 'bidi-js';
import { faceOf, type Face, type Weight } from './fonts.ts';

/** Letters that are drawn at once: one face, one direction. */
export interface Run {
  readonly text: string;
  readonly face: Face;
  readonly isRightToLeft: boolean;
  /** Where it begins in the text, which is another order than on the line. */
  readonly start: number;
}

const bidi = bidiFactory();

/** Stands for a letter that no face has; it is in the first face, and its ActualText still says what it was. */
const unknownLetter = '\ufffd';

/** Is drawn with whatever stands before it. */
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

/** Rule L2 of the bidirectional algorithm: from the highest level down, what stands at it or above is turned around. */
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

/**
 * A line's runs from left to right. The shaper reverses letters by their script; a run of signs alone has no script and is
 * reversed here.
 */
export function runsOf(line: string, weight: Weight): Run[] {
  const text = line.normalize('NFC');
  const { levels } = bidi.getEmbeddingLevels(text);
  return inVisualOrder(piecesOf(text, levels, weight)).map(({ text: letters, start, level, face }) => {
    const isRightToLeft = level % 2 === 1;
    const turned = isRightToLeft && !hasRightToLeftLetter.test(letters);
    return { text: turned ? Array.from(letters).toReversed().join('') : letters, face, isRightToLeft, start };
  });
}

/** Whether each letter is in one of the faces. */
export const hasEveryLetter = (text: string): boolean =>
  Array.from(text).every((letter) => faceOf(letter.codePointAt(0) ?? 0, 400) !== null);

/** Control characters would be drawn as boxes; a line break in a name is a space. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const withoutSpaces = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';

/** Space, a letter of a script that breaks anywhere, or a word. */
const token = new RegExp(`\\s+|[${withoutSpaces}]|[^\\s${withoutSpaces}]+`, 'gu');

/**
 * Breaks a text into lines of a width. A line that goes on ends with the space that it was broken at. A word that is
 * wider than a line is broken anywhere.
 * @param widthOf width of a part of a line
 */
export function linesOf(text: string, width: number, widthOf: (part: string) => number): string[] {
  const clean = oneLine(text);
  if (clean === '' || widthOf(clean) <= width) return clean === '' ? [] : [clean];
  const lines: string[] = [];
  let line = '';
  let filled = 0;
  const put = (part: string): void => {
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
    if (widthOf(part) <= width) put(part);
    else for (const letter of part) put(letter);
  }
  return [...lines, line];
}
