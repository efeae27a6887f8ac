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

/** Slice of a document font. Documents embed only the glyphs in use. */
export interface Face {
  readonly name: string;
  readonly bytes: () => Buffer;
  readonly has: LetterTest;
  /** HarfBuzz shapes its text. */
  readonly isComplex: boolean;
  /** Bold text is drawn with an outline, because the family has no bold letters. */
  readonly isOutlined: boolean;
}

interface Slice extends Face {
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

/** Parses 'U+0370-03FF,U+1F00'. */
function rangesOf(text: string): (readonly [number, number])[] {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
}

function sliceOf(family: FontFamily, file: string, ranges: string, weight: Weight): Slice {
  let bytes: Buffer | undefined;
  let letters: LetterTest | undefined;
  const load = (): Buffer => {
    const packed = readFileSync(fontFile(family, file));
    return file.endsWith('.woff') ? unpackWoff(packed) : packed;
  };
  const getBytes = () => (bytes ??= load());
  return {
    name: file.replace(/^.*\//, '').replace(/(-normal)?\.\w+$/, ''),
    ranges: rangesOf(ranges),
    bytes: getBytes,
    has: (codePoint) => (letters ??= lettersOf(getBytes()))(codePoint),
    isComplex: family.isComplex,
    isOutlined: weight === 700 && !family.hasBold,
  };
}

/** Slices of a family. Reads only the list of their ranges; their fonts are read when a text needs them. */
function slicesOf(family: FontFamily, weight: Weight): Slice[] {
  const list = rangesFile(family);
  const ranges = list === null ? rangesWithoutFile : (JSON.parse(readFileSync(fontFile(family, list), 'utf8')) as Record<string, string>);
  return sliceFiles(family, Object.keys(ranges), weight).map(({ slice, file }) => sliceOf(family, file, ranges[slice] ?? '', weight));
}

const slices = new Map<string, readonly Slice[]>();
const faces = new Map<string, Face | null>();

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

/** Regions in search order, if nothing else is known of a text. */
export const defaultRegions: readonly EastAsianRegion[] = ['japan', 'china', 'taiwan', 'korea'];

/** Returns the font that contains a letter; null if no font does. Han letters are taken from the first region that has them. */
export function faceOf(codePoint: number, weight: Weight, regions: readonly EastAsianRegion[] = defaultRegions): Face | null {
  const key = `${weight}/${regions.join()}/${codePoint}`;
  const known = faces.get(key);
  if (known !== undefined) return known;
  const face = findFace(codePoint, weight, regions);
  faces.set(key, face);
  return face;
}
