import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fontFamilies, fontFile, rangesFile, rangesWithoutFile, sliceFiles, type FontFamily } from '#server/documents/font-families.ts';
import { lettersOf } from '#server/documents/font-letters.ts';
import { unpackWoff } from '#server/documents/woff.ts';
import { printedLetters } from '#server/domain/printing/printed-letters.ts';

const inHex = (codePoint: number): string => codePoint.toString(16);

function addLetters(family: FontFamily, letters: Set<number>): void {
  const list = rangesFile(family);
  const ranges = list === null ? rangesWithoutFile : (JSON.parse(readFileSync(fontFile(family, list), 'utf8')) as Record<string, string>);
  for (const { slice, file } of sliceFiles(family, Object.keys(ranges), 400)) {
    const packed = readFileSync(fontFile(family, file));
    const has = lettersOf(file.endsWith('.woff') ? unpackWoff(packed) : packed);
    for (const range of (ranges[slice] ?? '').split(',')) {
      const [first = '', last = first] = range.replace('U+', '').split('-');
      for (let letter = Number.parseInt(first, 16); letter <= Number.parseInt(last, 16); letter += 1) if (has(letter)) letters.add(letter);
    }
  }
}

function tableOf(letters: ReadonlySet<number>): string {
  const ordered = [...letters].toSorted((a, b) => a - b);
  const ranges: [number, number][] = [];
  for (const letter of ordered) {
    const last = ranges.at(-1);
    if (last && last[1] === letter - 1) last[1] = letter;
    else ranges.push([letter, letter]);
  }
  const words = ranges.map(([first, last]) => (first === last ? inHex(first) : `${inHex(first)}-${inHex(last)}`));
  const lines = [''];
  for (const word of words) {
    if ((lines.at(-1) ?? '').length + word.length > 118) lines.push('');
    lines[lines.length - 1] += `${lines.at(-1) === '' ? '' : ' '}${word}`;
  }
  return lines.join('\n');
}

const head = `/**
 * Letters that the fonts of the documents have, as ranges of code points in hexadecimal. A test writes this file from the fonts:
 * \`npx vitest run --project unit --update tests/architecture/printed-letters.test.ts\`.
 */
export const printedLetters = \``;

it('lists the letters of the fonts', async () => {
  const letters = new Set<number>();
  for (const family of fontFamilies) addLetters(family, letters);
  await expect(`${head}\n${tableOf(letters)}\n\`;\n`).toMatchFileSnapshot('../../src/server/domain/printing/printed-letters.ts');
}, 120_000);

it('has letters of every script that UAX 31 recommends, and of those of limited use with a Noto family', () => {
  const ranges = printedLetters
    .trim()
    .split(/\s+/)
    .map((range) => range.split('-').map((end) => Number.parseInt(end, 16)));
  const scripts =
    'Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hangul Han Hebrew Hiragana Kannada ' +
    'Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan Adlam Balinese Bamum Canadian_Aboriginal ' +
    'Chakma Cham Cherokee Hanifi_Rohingya Javanese Kayah_Li Lepcha Limbu Lisu Meetei_Mayek Miao New_Tai_Lue Newa Nko ' +
    'Nyiakeng_Puachue_Hmong Ol_Chiki Osage Saurashtra Sundanese Syloti_Nagri Syriac Tai_Le Tai_Tham Tai_Viet Tifinagh Vai Yi';
  const without = scripts.split(' ').filter((script) => {
    const isOfScript = new RegExp(`\\p{Script=${script}}`, 'u');
    return !ranges.some(([first = 0, last = first]) => {
      for (let letter = first; letter <= last; letter += 1) if (isOfScript.test(String.fromCodePoint(letter))) return true;
      return false;
    });
  });
  expect(without).toEqual([]);
});
