import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvRow, textCell } from './csv.ts';

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
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
])('writes %j as %j', (text, cell) => {
  expect(textCell(text)).toBe(cell);
});

/** Parses a row by RFC 4180. */
function readRow(row: string): string[] {
  const cells: string[] = [];
  const cell = /("(?:[^"]|"")*"|[^,"]*)(,|\r\n$)/y;
  for (let found = cell.exec(row); found; found = cell.exec(row)) {
    const [, text = '', end] = found;
    cells.push(text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text);
    if (end !== ',') break;
  }
  return cells;
}

it('gives every text back, and none that begins as a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 }), (texts) => {
      const read = readRow(csvRow(texts.map(textCell)));
      expect(read.map((text) => text.replace(/^'/, ''))).toEqual(texts.map((text) => text.replace(/^'/, '')));
      for (const text of read) expect(text).not.toMatch(/^\s*[=+\-@]/);
    }),
  );
});
