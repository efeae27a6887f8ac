import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { unpackWoff } from './woff.ts';

/** Slice of a document font. Scripts: Latin, Greek, Cyrillic, Arabic, Hebrew and Japanese. Documents embed only the glyphs in use. */
export interface Face {
  readonly name: string;
  readonly bytes: () => Buffer;
}

interface Slice extends Face {
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

export type Weight = 400 | 700;

const find = createRequire(import.meta.url).resolve;

/** Font package, and its slices in search order. */
const families: readonly (readonly [family: string, slices: readonly string[] | 'all'])[] = [
  ['noto-sans', ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext']],
  ['noto-sans-arabic', ['arabic']],
  ['noto-sans-hebrew', ['hebrew']],
  ['biz-udpgothic', 'all'],
];

function rangesOf(text: string): (readonly [number, number])[] {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
}

function slicesOf(weight: Weight): Slice[] {
  return families.flatMap(([family, wanted]) => {
    const ranges = JSON.parse(readFileSync(find(`@fontsource/${family}/unicode.json`), 'utf8')) as Record<string, string>;
    const names = wanted === 'all' ? Object.keys(ranges) : wanted;
    return names.map((slice) => {
      const name = `${family}-${slice.replace(/[[\]]/g, '')}-${weight}`;
      let bytes: Buffer | undefined;
      return {
        name,
        ranges: rangesOf(ranges[slice] ?? ''),
        bytes: () => (bytes ??= unpackWoff(readFileSync(find(`@fontsource/${family}/files/${name}-normal.woff`)))),
      };
    });
  });
}

const slices = new Map<Weight, readonly Slice[]>();
const faces = new Map<string, Face | null>();

/** Returns the font that contains a letter; null if no font does. */
export function faceOf(codePoint: number, weight: Weight): Face | null {
  const key = `${weight}/${codePoint}`;
  const known = faces.get(key);
  if (known !== undefined) return known;
  const all = slices.get(weight) ?? slicesOf(weight);
  slices.set(weight, all);
  const face = all.find(({ ranges }) => ranges.some(([first, last]) => first <= codePoint && codePoint <= last)) ?? null;
  faces.set(key, face);
  return face;
}
