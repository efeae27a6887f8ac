import bidiFactory from 'bidi-js';
import type { EastAsianRegion, Weight } from './font-families.ts';
import { defaultRegions, faceFinder, type Face } from './fonts.ts';

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

/** Combining characters and joiners use the font of the preceding letter, if it has them. */
const isJoiner = /^[\p{M}\u200c\u200d]$/u;

/** Characters that are invisible in a font that lacks them, such as variation selectors. */
const isIgnorable = /^\p{Default_Ignorable_Code_Point}$/u;

const space = 0x20;
/** No letter below it is a joiner, invisible or missing in the fonts, as lines have no control characters. */
const firstSpecial = 0x7f;

interface Piece {
  text: string;
  readonly start: number;
  readonly level: number;
  readonly face: Face;
}

/** Font in which a letter is drawn, and what is drawn: nothing for invisible characters and a space for spaces that no font has. */
function glyphOf(
  letter: string,
  before: Face | undefined,
  faceFor: (codePoint: number) => Face | null,
): { drawn: string; face: Face | null } {
  const codePoint = letter.codePointAt(0) ?? 0;
  if (codePoint < firstSpecial) return { drawn: letter, face: faceFor(codePoint) };
  const isInvisible = isIgnorable.test(letter);
  // HarfBuzz hides invisible characters, and needs joiners.
  if (before && isJoiner.test(letter) && (before.has(codePoint) || (isInvisible && before.isComplex)))
    return { drawn: letter, face: before };
  if (isInvisible) return { drawn: '', face: before ?? null };
  const face = faceFor(codePoint);
  if (face) return { drawn: letter, face };
  return { drawn: /\s/u.test(letter) ? ' ' : unknownLetter, face: null };
}

function piecesOf(text: string, levels: Uint8Array, weight: Weight, regions: readonly EastAsianRegion[]): Piece[] {
  const faceFor = faceFinder(weight, regions);
  const fallback = faceFor(space);
  if (!fallback) throw new Error('The fonts lack the space');
  const pieces: Piece[] = [];
  let index = 0;
  for (const letter of text) {
    const level = levels[index] ?? 0;
    const before = pieces.at(-1);
    const glyph = glyphOf(letter, before?.face, faceFor);
    const face = glyph.face ?? fallback;
    // HarfBuzz mirrors brackets itself.
    const drawn = (level % 2 === 1 && !face.isComplex && bidi.getMirroredCharacter(glyph.drawn)) || glyph.drawn;
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

/** HarfBuzz reverses every right-to-left run. */
const isReversedByShaper = ({ face }: Piece, letters: string): boolean => face.isComplex || hasRightToLeftLetter.test(letters);

const hasRightToLeftLetter = /\p{Script=Arabic}|\p{Script=Hebrew}/u;

type Direction = 'ltr' | 'rtl';

/** Direction of a text by its first letter that has one. All its lines have it, whatever letter they begin with. */
export const directionOf = (text: string): Direction =>
  (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr';

/** A text in a sentence, marked so that its direction does not change the place of the numbers around it. */
export const isolateText = (text: string): string =>
  bidi.getEmbeddingLevels(text).levels.some((level) => level % 2 === 1) ? `\u2068${text}\u2069` : text;

/** Runs of a line from left to right. The shaper reverses right-to-left scripts; punctuation has no script and is reversed here. */
export function runsOf(line: string, weight: Weight, regions = defaultRegions, direction = directionOf(line)): Run[] {
  const text = line.normalize('NFC');
  const { levels } = bidi.getEmbeddingLevels(text, direction);
  return inVisualOrder(piecesOf(text, levels, weight, regions)).map((piece) => {
    const { text: letters, start, level, face } = piece;
    const isRightToLeft = level % 2 === 1;
    const turned = isRightToLeft && !isReversedByShaper(piece, letters);
    return { text: turned ? Array.from(letters).toReversed().join('') : letters, face, isRightToLeft, start };
  });
}

const printedAscii = /^[ -~]*$/;

/** True if the fonts contain every letter. */
export function hasEveryLetter(text: string, regions = defaultRegions): boolean {
  if (printedAscii.test(text)) return true;
  const faceFor = faceFinder(400, regions);
  return Array.from(text.normalize('NFC')).every((letter) => faceFor(letter.codePointAt(0) ?? 0) !== null);
}

/** Letters that HarfBuzz never shapes, so that their large fonts need not be searched. */
const simpleLetters = /[\u0000-\u052f\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/gu;

/** True if HarfBuzz must shape a part of the text. */
export function needsShaper(text: string): boolean {
  const faceFor = faceFinder(400);
  return [...new Set(text.normalize('NFC').replace(simpleLetters, ''))].some(
    (letter) => faceFor(letter.codePointAt(0) ?? 0)?.isComplex === true,
  );
}

/** Regions of countries; Han letters of other countries look as in the first region that has all of them. */
const regionsOfCountries: Readonly<Record<string, EastAsianRegion>> = {
  CN: 'china',
  HK: 'taiwan',
  JP: 'japan',
  KP: 'korea',
  KR: 'korea',
  MO: 'taiwan',
  MY: 'china',
  SG: 'china',
  TW: 'taiwan',
};

const hanLetter = /\p{Script=Han}/gu;

function regionOf(text: string, country: string | null): EastAsianRegion {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'japan';
  if (/\p{Script=Hangul}/u.test(text)) return 'korea';
  if (/\p{Script=Bopomofo}/u.test(text)) return 'taiwan';
  const ofCountry = country === null ? undefined : regionsOfCountries[country];
  if (ofCountry) return ofCountry;
  const letters = text.match(hanLetter) ?? [];
  const hasAll = (region: EastAsianRegion) => letters.every((letter) => faceFinder(400, [region])(letter.codePointAt(0) ?? 0) !== null);
  return defaultRegions.find(hasAll) ?? 'japan';
}

/** Regions whose forms of Han letters a text has, the best one first. @param country ISO 3166-1 code of the buyer */
export function regionsOf(text: string, country: string | null): readonly EastAsianRegion[] {
  if (!/[^\u0000-\u2e7f]/u.test(text)) return defaultRegions;
  const first = regionOf(text, country);
  return [first, ...defaultRegions.filter((region) => region !== first)];
}

/** Replaces control characters, which would be drawn as boxes, with spaces. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const withoutSpaces = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Bopomofo}';

/** Splits a word between letters as readers see them, so that no mark leaves its letter. */
const visibleLetters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Place after a hyphen within a word, such as in 'ABCD-0001'. */
const afterHyphen = /(?<=[\p{L}\p{N}]-)(?=[\p{L}\p{N}])/u;

/** Matches white space, a letter of a script without spaces, or a word. */
const token = new RegExp(`\\s+|[${withoutSpaces}]|[^\\s${withoutSpaces}]+`, 'gu');

/**
 * Breaks a text into lines of a width. Keeps the space at a line break; breaks a word after a hyphen, and a word that is wider than a line between any two letters.
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
  for (const part of (clean.match(token) ?? []).flatMap((word) => word.split(afterHyphen))) {
    if (widthOf(part) <= width) addRun(part);
    else for (const { segment } of visibleLetters.segment(part)) addRun(segment);
  }
  return [...lines, line];
}
