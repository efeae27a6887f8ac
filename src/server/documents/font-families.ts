import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

export type Weight = 400 | 700;

/** All families are licensed under the SIL Open Font License. */
export interface FontFamily {
  readonly name: string;
  /** Package of the font: one file per slice (part of the letters) and weight, and `unicode.json` with the letters of each slice. */
  readonly source: string;
  /** Names of the slices to use. `numbered`: all numbered slices of East Asian letters or emoji. */
  readonly slices: readonly string[] | 'all' | 'numbered';
  /** False if bold text uses the regular letters with an outline. Documents then need only half the fonts. */
  readonly hasBold: boolean;
  /** True if HarfBuzz shapes the text. PDFKit lacks shaping rules of the script. */
  readonly isComplex: boolean;
}

const fontsource = (name: string, slices: FontFamily['slices'], rest: Partial<FontFamily> = {}): FontFamily => ({
  name,
  source: `@fontsource/${name}`,
  slices,
  hasBold: false,
  isComplex: false,
  ...rest,
});

const script = (slice: string, name = `noto-sans-${slice}`): FontFamily => fontsource(name, [slice], { isComplex: true });

const bold = { hasBold: true };

/** Families of all scripts except East Asian scripts, in search order: the recommended and the limited use scripts of UAX 31. */
export const scriptFamilies: readonly FontFamily[] = [
  fontsource('noto-sans', ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'], bold),
  fontsource('noto-sans-arabic', ['arabic'], { ...bold, isComplex: true }),
  fontsource('noto-sans-hebrew', ['hebrew'], bold),
  ...[
    // Recommended scripts.
    'armenian',
    'bengali',
    'devanagari',
    'ethiopic',
    'georgian',
    'gujarati',
    'gurmukhi',
    'kannada',
    'khmer',
    'lao',
    'malayalam',
    'myanmar',
    'oriya',
    'sinhala',
    'tamil',
    'telugu',
    'thaana',
    'thai',
    // Scripts of limited use. No package has a Noto family for Batak, Mandaic or Wancho.
    'adlam',
    'balinese',
    'bamum',
    'canadian-aboriginal',
    'cham',
    'cherokee',
    'hanifi-rohingya',
    'javanese',
    'kayah-li',
    'lepcha',
    'limbu',
    'lisu',
    'meetei-mayek',
    'miao',
    'new-tai-lue',
    'newa',
    'nko',
    'ol-chiki',
    'osage',
    'saurashtra',
    'sundanese',
    'sunuwar',
    'syloti-nagri',
    'syriac',
    'tai-le',
    'tai-tham',
    'tai-viet',
    'tifinagh',
    'vai',
    'yi',
  ].map((slice) => script(slice)),
  script('tibetan', 'noto-serif-tibetan'),
  script('nyiakeng-puachue-hmong', 'noto-serif-np-hmong'),
  { name: 'noto-sans-chakma', source: '@expo-google-fonts/noto-sans-chakma', slices: ['chakma'], hasBold: false, isComplex: true },
];

/** The forms of Han letters differ between regions. */
export const eastAsianFamilies = {
  japan: fontsource('biz-udpgothic', 'all', bold),
  korea: fontsource('noto-sans-kr', 'numbered'),
  china: fontsource('noto-sans-sc', 'numbered'),
  taiwan: fontsource('noto-sans-tc', 'numbered'),
} as const satisfies Record<string, FontFamily>;

export type EastAsianRegion = keyof typeof eastAsianFamilies;

/** Family for symbols that no other family contains. Its symbols have no colors. */
export const emojiFamily = fontsource('noto-emoji', 'numbered', { isComplex: true });

export const fontFamilies: readonly FontFamily[] = [...scriptFamilies, ...Object.values(eastAsianFamilies), emojiFamily];

const packaged = createRequire(import.meta.url).resolve;

/** Path of a font file: in the build output if it is there, otherwise in the font package. */
export function fontFile({ source }: Pick<FontFamily, 'source'>, file: string): string {
  const built = fileURLToPath(new URL(`./fonts/${source}/${file}`, import.meta.url));
  return existsSync(built) ? built : packaged(`${source}/${file}`);
}

/** Chakma's package has a single file and no list of ranges. */
const chakma = { file: '400Regular/NotoSansChakma_400Regular.ttf', ranges: 'U+11100-1114F' };

const isUsed = ({ slices }: FontFamily, slice: string): boolean =>
  slices === 'all' || (slices === 'numbered' ? slice.startsWith('[') : slices.includes(slice));

export interface SliceFile {
  readonly slice: string;
  readonly file: string;
}

/**
 * Returns one file for each slice that is used.
 * @param slices names of all slices in the package
 */
export function sliceFiles(family: FontFamily, slices: readonly string[], weight: Weight): SliceFile[] {
  if (family.name === 'noto-sans-chakma') return [{ slice: 'chakma', file: chakma.file }];
  const used = family.hasBold ? weight : 400;
  return slices
    .filter((slice) => isUsed(family, slice))
    .map((slice) => ({ slice, file: `files/${family.name}-${slice.replace(/[[\]]/g, '')}-${used}-normal.woff` }));
}

/** Name of the file with the ranges of each slice; null for a family with a single font file. */
export const rangesFile = ({ name }: FontFamily): string | null => (name === 'noto-sans-chakma' ? null : 'unicode.json');

export const rangesWithoutFile: Readonly<Record<string, string>> = { chakma: chakma.ranges };
