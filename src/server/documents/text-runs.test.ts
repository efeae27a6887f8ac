import { expect, it } from 'vitest';
import { directionOf, hasEveryLetter, isolateText, linesOf, regionsOf, runsOf } from './text-runs.ts';

const drawn = (text: string) => runsOf(text, 400).map((run) => [run.text, run.face.name.replace(/-400$/, ''), run.isRightToLeft]);

it('takes each script from the face that has it', () => {
  expect(drawn('Łódź Ελλάς Мир')).toEqual([
    ['Ł', 'noto-sans-latin-ext', false],
    ['ód', 'noto-sans-latin', false],
    ['ź', 'noto-sans-latin-ext', false],
    [' ', 'noto-sans-latin', false],
    ['Ελλάς', 'noto-sans-greek', false],
    [' ', 'noto-sans-latin', false],
    ['Мир', 'noto-sans-cyrillic', false],
  ]);
});

it('sets Hebrew and Arabic from the right, with numbers as they are and brackets turned', () => {
  const hebrew = runsOf('שלום (12) עולם', 400);
  expect(hebrew.map(({ text }) => text).join('|')).toBe('עולם| (|12|) |שלום');
  expect(hebrew.filter(({ text }) => text === '12').map(({ isRightToLeft }) => isRightToLeft)).toEqual([false]);
  expect(runsOf('شركة', 400)).toMatchObject([{ isRightToLeft: true, face: { name: 'noto-sans-arabic-arabic-400' } }]);
});

it('gives each line the direction of its text, whatever letter the line begins with', () => {
  const placed = (line: string, text: string) => runsOf(line, 400, undefined, directionOf(text)).map(({ text: letters }) => letters.trim());
  expect(placed('ABC شركة', 'شركة ABC شركة')).toEqual(['شركة', '', 'ABC']);
  expect(placed('ABC شركة', 'ABC شركة')).toEqual(['ABC', 'شركة']);
});

it('keeps the amount after a reason from the right at its place in the sentence', () => {
  const placed = (reason: string) => runsOf(`$15.00: ${reason}. $3.00 was added.`, 400).map(({ text }) => text);
  expect(placed('تأخير 12').at(-1)).not.toBe('. $3.00 was added.');
  expect(placed(isolateText('تأخير 12')).at(-1)).toBe('. $3.00 was added.');
  expect(isolateText('Slow queries')).toBe('Slow queries');
});

it('knows where a letter begins in the text, whatever its place on the line', () => {
  const runs = runsOf('Acme שלום', 400);
  expect(runs.map(({ start }) => start)).toEqual([0, 5]);
});

it('has the letters of Japanese names, and says which letters nobody has', () => {
  expect(hasEveryLetter('株式会社髙島屋﨑さくらカナ')).toBe(true);
  expect(hasEveryLetter('\u{13000}')).toBe(false);
});

it('takes Han letters from the font of a region: by other letters of the text, by country, or the first that has all', () => {
  const families = (text: string, country: string | null) =>
    runsOf(text, 400, regionsOf(text, country)).map(({ face }) => face.name.replace(/-\d+-400$/, ''));
  expect(new Set(families('한국 漢字', null).filter((name) => !name.startsWith('noto-sans-latin')))).toEqual(new Set(['noto-sans-kr']));
  expect(new Set(families('中文公司', 'CN'))).toEqual(new Set(['noto-sans-sc']));
  expect(new Set(families('中文公司', 'TW'))).toEqual(new Set(['noto-sans-tc']));
  expect(new Set(families('简体', null))).toEqual(new Set(['noto-sans-sc']));
  expect(new Set(families('東京ビル', 'CN'))).toEqual(new Set(['biz-udpgothic']));
});

it('keeps marks with their letters, in the font of the letter if it has them', () => {
  expect(drawn('क्ष')).toEqual([['क्ष', 'noto-sans-devanagari-devanagari', false]]);
  const width = (part: string): number => Array.from(part).length;
  expect(linesOf('นี่นี่', 4, width)).toEqual(['นี่', 'นี่']);
});

it('takes a mark that the font of its letter lacks from another font', () => {
  expect(drawn('क\u030c')).toEqual([
    ['क', 'noto-sans-devanagari-devanagari', false],
    ['\u030c', expect.not.stringContaining('devanagari'), false],
  ]);
});

it('draws spaces that no font has as spaces, and replaces only letters that forms refuse', () => {
  expect(drawn('10\u202f000\u2007€')).toEqual([['10 000 €', 'noto-sans-latin', false]]);
  expect(drawn('한\u{13000}').map(([text, face]) => [text, face])).toEqual([
    ['한', expect.stringMatching(/^noto-sans-kr/)],
    ['\ufffd', 'noto-sans-latin'],
  ]);
});

it('draws no box for a variation selector', () => {
  expect(runsOf('Acme\ufe0f', 400).map(({ text }) => text)).toEqual(['Acme']);
  expect(drawn('\u2764\ufe0f')).toEqual([['\u2764\ufe0f', expect.stringMatching(/^noto-emoji-/), false]]);
});

it('breaks lines at spaces, between Japanese letters, and inside what is too long', () => {
  const width = (part: string): number => Array.from(part).length;
  expect(linesOf('one two three', 8, width)).toEqual(['one two ', 'three']);
  expect(linesOf('東京都千代田区', 4, width)).toEqual(['東京都千', '代田区']);
  expect(linesOf('ABCD-0001-02', 9, width)).toEqual(['ABCD-', '0001-02']);
  expect(linesOf('abcdefghij', 4, width)).toEqual(['abcd', 'efgh', 'ij']);
  expect(linesOf('a\r\nb\u0007c', 20, width)).toEqual(['a b c']);
  expect(linesOf('  ', 20, width)).toEqual([]);
});
