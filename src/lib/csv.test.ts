import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvRow, csvRows, textCell, textOfCell } from './csv.ts';

it.each([
  ['Pro Plan', 'Pro Plan'],
  ['Disk, 8 GB', '"Disk, 8 GB"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['  =1', "'  =1"],
  ['＝1', "'＝1"],
  ["'=1", "''=1"],
  ["'quoted'", "'quoted'"],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
])('writes %j as %j', (text, cell) => {
  expect(textCell(text)).toBe(cell);
});

const marks = fc.string({ unit: fc.constantFrom(...Array.from(`'=+"a, \n`)), maxLength: 6 });

it('gives every text back, and none that begins as a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), marks), { minLength: 1, maxLength: 5 }), (texts) => {
      const [read = []] = csvRows(csvRow(texts.map(textCell)));
      expect(read.map(textOfCell)).toEqual(texts);
      for (const text of read) expect(text).not.toMatch(/^\s*[=+\-@]/);
    }),
  );
});

it.each(['a,b', 'a,"b\r\n', 'a"b\r\n'])('refuses the table %j', (text) => {
  expect(() => csvRows(text)).toThrow(SyntaxError);
});

it('reads rows with line breaks in their cells', () => {
  expect(csvRows('a,"b\r\nc"\r\n,\r\n')).toEqual([
    ['a', 'b\r\nc'],
    ['', ''],
  ]);
});
