import { readFileSync } from 'node:fs';
import {
  eastAsianFamilies,
  emojiFamily,
  fontFile,
  rangesFile,
  rangesWithoutFile,
  scriptFamilies,
  sliceFiles,
  type EastAsianRegion,
  type FontFamily,
  type Weight,
} from './font-families.ts';
import { lettersOf, type LetterTest } from './font-letters.ts';
import { unpackWoff } from './woff.ts';

/** A slice of a document font. Documents embed only the glyphs that they use. */
export interface Face {
  readonly name: string;
  readonly bytes: () => Buffer;
  readonly has: LetterTest;
  readonly isComplex: boolean;
  readonly isOutlined: boolean;
}

interface Slice extends Face {
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

/** Parses code point ranges such as 'U+0370-03FF,U+1F00'. */
function rangesOf(text: string): (readonly [number, number])[] {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
}

type LoadedFont = Pick<Face, 'bytes' | 'has'>;

/** Fonts by path. If a family has no bold letters, both weights share its fonts. */
const loadedFonts = new Map<string, LoadedFont>();

/** Reads the font file only when its bytes or letters are needed. */
function fontAt(path: string): LoadedFont {
  let bytes: Buffer | undefined;
  let letters: LetterTest | undefined;
  const load = (): Buffer => {
    const packed = readFileSync(path);
    return path.endsWith('.woff') ? unpackWoff(packed) : packed;
  };
  const getBytes = () => (bytes ??= load());
  const font = loadedFonts.get(path) ?? { bytes: getBytes, has: (codePoint) => (letters ??= lettersOf(getBytes()))(codePoint) };
  loadedFonts.set(path, font);
  return font;
}

const rangesByFamily = new Map<string, ReadonlyMap<string, Slice['ranges']>>();

function rangesOfSlices(family: FontFamily): ReadonlyMap<string, Slice['ranges']> {
  const cachedRanges = rangesByFamily.get(family.name);
  if (cachedRanges) return cachedRanges;
  const list = rangesFile(family);
  const texts = list === null ? rangesWithoutFile : (JSON.parse(readFileSync(fontFile(family, list), 'utf8')) as Record<string, string>);
  const ranges = new Map(Object.entries(texts).map(([slice, text]) => [slice, rangesOf(text)]));
  rangesByFamily.set(family.name, ranges);
  return ranges;
}

/** Reads only the list of ranges. A font is read when a text needs it. */
function slicesOf(family: FontFamily, weight: Weight): Slice[] {
  const ranges = rangesOfSlices(family);
  return sliceFiles(family, [...ranges.keys()], weight).map(({ slice, file }) => ({
    ...fontAt(fontFile(family, file)),
    name: file.replace(/^.*\//, '').replace(/(-normal)?\.\w+$/, ''),
    ranges: ranges.get(slice) ?? [],
    isComplex: family.isComplex,
    isOutlined: weight === 700 && !family.hasBold,
  }));
}

const slices = new Map<string, readonly Slice[]>();

function cachedSlices(family: FontFamily, weight: Weight): readonly Slice[] {
  const key = `${weight}/${family.name}`;
  const familySlices = slices.get(key) ?? slicesOf(family, weight);
  slices.set(key, familySlices);
  return familySlices;
}

const covers = ({ ranges, has }: Slice, codePoint: number): boolean =>
  ranges.some(([first, last]) => first <= codePoint && codePoint <= last) && has(codePoint);

function findFace(codePoint: number, weight: Weight, regions: readonly EastAsianRegion[]): Face | null {
  for (const family of [...scriptFamilies, ...regions.map((region) => eastAsianFamilies[region]), emojiFamily]) {
    const face = cachedSlices(family, weight).find((slice) => covers(slice, codePoint));
    if (face) return face;
  }
  return null;
}

/** East Asian regions in search order, for a text that shows no region. */
export const defaultRegions: readonly EastAsianRegion[] = ['japan', 'china', 'taiwan', 'korea'];

/** Outer key: weight and regions in search order. Inner key: letter. */
const faces = new Map<string, Map<number, Face | null>>();

/** Returns a function that finds the font of a letter, or null. A Han letter uses the first region whose font has the letter. */
export function faceFinder(weight: Weight, regions: readonly EastAsianRegion[] = defaultRegions): (codePoint: number) => Face | null {
  const key = `${weight}/${regions.join()}`;
  const cachedFaces = faces.get(key) ?? new Map<number, Face | null>();
  faces.set(key, cachedFaces);
  return (codePoint) => {
    const cachedFace = cachedFaces.get(codePoint);
    if (cachedFace !== undefined) return cachedFace;
    const face = findFace(codePoint, weight, regions);
    cachedFaces.set(codePoint, face);
    return face;
  };
}
