import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openUsageFile, type FileRow } from './usage-file.ts';

const home = mkdtempSync(join(tmpdir(), 'usage-file-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const head = 'id,organization,project_ref,metric,quantity,at';

async function read(name: string, ...lines: readonly string[]): Promise<FileRow[]> {
  const file = join(home, name);
  writeFileSync(file, lines.join('\r\n'));
  const rows: FileRow[] = [];
  for await (const row of openUsageFile(file).rows(0)) rows.push(row);
  return rows;
}

const row = (quantity: string, at = '1780228800'): string => `a,acme,p,EGRESS,"${quantity}",${at}`;

it('reads a quantity of digits, and times in unix seconds and ISO 8601', async () => {
  const rows = await read('good.csv', `\uFEFF${head}`, row('1000'), row('0007', '2026-05-31T12:00:00Z'));
  expect(rows).toEqual([
    { line: 2, record: { id: 'a', organization: 'acme', project_ref: 'p', metric: 'EGRESS', quantity: 1000, at: 1_780_228_800 } },
    { line: 3, record: { id: 'a', organization: 'acme', project_ref: 'p', metric: 'EGRESS', quantity: 7, at: 1_780_228_800 } },
  ]);
});

it('refuses a quantity in any other notation, by its row and with the reason', async () => {
  const others = [
    '1,000',
    '1.000,5',
    "1'000",
    '1 000',
    '1\u00A0000',
    '1\u202F000',
    '1_000',
    '1.0',
    '1e3',
    '0x10',
    '+1',
    '-1',
    '(1)',
    '1-',
    '１０００',
    '١٠٠٠',
    '१०००',
    '1K',
    '1 GB',
    '10%',
    '$10',
    'Infinity',
    'NaN',
    '=1+1',
  ];
  const rows = await read('other.csv', head, ...others.map((text) => row(text)), row('5'));
  expect(rows.slice(0, -1).map(({ line, field, fault }) => [line, field, fault?.startsWith('must be digits and nothing else')])).toEqual(
    others.map((_, index) => [index + 2, 'quantity', true]),
  );
  expect(rows[0]?.fault).toBe('must be digits and nothing else, such as 1000, but is 1,000');
  expect(rows.at(-1)).toMatchObject({ record: { quantity: 5 } });
  expect(await read('time.csv', head, row('5', '31.05.2026'))).toMatchObject([
    { line: 2, field: 'at', fault: 'must be unix seconds or an instant such as 2026-05-31T12:00:00Z, but is 31.05.2026' },
  ]);
});

it('refuses a whole number in another form in a line of JSON', async () => {
  const rows = await read('forms.ndjson', '{"id":"a","quantity":1e3}', '{"id":"b","quantity":1000.0}', '{"id":"c","quantity":1000}');
  expect(rows.map(({ field, fault }) => [field, fault === undefined])).toEqual([
    ['quantity', false],
    ['quantity', false],
    [undefined, true],
  ]);
});

it.each([
  ['semicolons', 'id;organization;project_ref;metric;quantity;at', /is "id;organization;.*", which separates columns by semicolons; save/],
  ['quoted semicolons', '"id";"organization"', /is ""id";"organization"", which separates columns by semicolons; save/],
  ['tabs', 'id\torganization', /is "id\?organization", which separates columns by tabs; save/],
  ['a line for spreadsheets', 'sep=;', /is "sep=;", which only spreadsheets read; remove it, and separate columns by commas\.$/],
  ['a column named twice', `${head},quantity`, /is "id,.*,at,quantity", which names the column quantity twice; name each column once\.$/],
  ['a missing column', 'id,organization,metric,quantity,at', /is "id,.*", which lacks the column project_ref; name every column/],
  ['no names', row('5'), /which lacks the columns id, organization, project_ref, metric, quantity, at; name every column/],
])('refuses a file with %s in one sentence that quotes its first line', async (_, first, words) => {
  await expect(read('wrong.csv', first, row('5'))).rejects.toThrow(words);
});
