import bidiFactory from 'bidi-js';
import type { EastAsianRegion, Weight } from './font-families.ts';
import { defaultRegions, faceFinder, type Face } from './fonts.ts';

export interface Run {
  readonly text: string;
  readonly face: Face;
  readonly isRightToLeft: boolean;
  /** Index in the text at which the run begins. Lists of runs are in visual order from left to right, not in this order. */
  readonly start: number;
}

const bidi = bidiFactory();

/** Drawn instead of a letter that no font contains. The PDF keeps the original letter as ActualText. */
const unknownLetter = '\ufffd';

/** Matches combining characters and joiners. They use the font of the preceding letter if that font contains them. */
const isJoiner = /^[\p{M}\u200c\u200d]$/u;

/** Matches characters that are invisible in a font that lacks them, such as variation selectors. */
const isIgnorable = /^\p{Default_Ignorable_Code_Point}$/u;

const space = 0x20;
/** First code point that needs checks. Lower code points are visible ASCII or spaces, which the fonts contain. */
const firstSpecial = 0x7f;

interface Piece {
  text: string;
  readonly start: number;
  readonly level: number;
  readonly face: Face;
}

/** Invisible characters have no text to draw. White space that no font has is drawn as a space. */
function glyphOf(
  letter: string,
  before: Face | undefined,
  faceFor: (codePoint: number) => Face | null,
): { drawn: string; face: Face | null } {
  const codePoint = letter.codePointAt(0) ?? 0;
  if (codePoint < firstSpecial) return { drawn: letter, face: faceFor(codePoint) };
  const isInvisible = isIgnorable.test(letter);
  // A joiner uses the font of the letter before it. HarfBuzz needs joiners to shape text, and draws no invisible characters.
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
    // HarfBuzz mirrors brackets, but PDFKit does not, so brackets are mirrored here for PDFKit.
    const drawn = (level % 2 === 1 && !face.isComplex && bidi.getMirroredCharacter(glyph.drawn)) || glyph.drawn;
    if (before && before.level === level && before.face === face) before.text += drawn;
    else pieces.push({ text: drawn, start: index, level, face });
    index += letter.length;
  }
  return pieces;
}

/** Sorts runs into visual order by rule L2 of the Unicode bidirectional algorithm: reverses runs from the highest level down. */
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

/** Returns whether the shaper reverses a run. HarfBuzz reverses all right-to-left runs, PDFKit only runs with right-to-left letters. */
const isReversedByShaper = ({ face }: Piece, letters: string): boolean => face.isComplex || hasRightToLeftLetter.test(letters);

const hasRightToLeftLetter = /\p{Script=Arabic}|\p{Script=Hebrew}/u;

type Direction = 'ltr' | 'rtl';

/** Returns the direction of the first letter that has a direction. All lines of the text get this direction. */
export const directionOf = (text: string): Direction =>
  (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr';

/** Marks a text within a sentence, so that the direction of the text does not move the numbers around it. */
export const isolateText = (text: string): string =>
  bidi.getEmbeddingLevels(text).levels.some((level) => level % 2 === 1) ? `\u2068${text}\u2069` : text;

/** Runs of a line from left to right. Right-to-left text is reversed here, unless the shaper reverses it. */
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

export function hasEveryLetter(text: string, regions = defaultRegions): boolean {
  if (printedAscii.test(text)) return true;
  const faceFor = faceFinder(400, regions);
  return Array.from(text.normalize('NFC')).every((letter) => faceFor(letter.codePointAt(0) ?? 0) !== null);
}

/** Letters that HarfBuzz never shapes. `needsShaper` skips these letters, so that it does not search their large fonts. */
const simpleLetters = /[\u0000-\u052f\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/gu;

export function needsShaper(text: string): boolean {
  const faceFor = faceFinder(400);
  return [...new Set(text.normalize('NFC').replace(simpleLetters, ''))].some(
    (letter) => faceFor(letter.codePointAt(0) ?? 0)?.isComplex === true,
  );
}

/** If a country is not listed, the first region whose font contains all Han letters of the text is used. */
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

/**
 * Best region first.
 * @param country ISO 3166-1 code of the buyer
 */
export function regionsOf(text: string, country: string | null): readonly EastAsianRegion[] {
  if (!/[^\u0000-\u2e7f]/u.test(text)) return defaultRegions;
  const first = regionOf(text, country);
  return [first, ...defaultRegions.filter((region) => region !== first)];
}

/** Replaces control characters with spaces, because fonts draw control characters as boxes. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const withoutSpaces = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Bopomofo}';

/** Splits a word between visible letters, so that a combining mark stays with its letter. */
const visibleLetters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Matches the position after a hyphen within a word, such as in 'ABCD-0001'. */
const afterHyphen = /(?<=[\p{L}\p{N}]-)(?=[\p{L}\p{N}])/u;

/** Matches white space, a single letter of a script without spaces, or a word. */
const token = new RegExp(`\\s+|[${withoutSpaces}]|[^\\s${withoutSpaces}]+`, 'gu');

/**
 * Lines keep the space at their end. Words can break after a hyphen. A word wider than a line can break between any two letters.
 * @param widthOf width of a part of a line
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
