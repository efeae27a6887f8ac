import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const text = readFileSync('src/server/SECURITY.md', 'utf8');
const isRow = (line: string): boolean => line.startsWith('| ') && !line.startsWith('| ---');
const rows = text.split('\n').filter(isRow);
const places = ['', 'tests/server/'];
const found = (path: string): string | undefined => places.map((place) => place + path).find((each) => existsSync(each));
const idOf = (row: string): string => row.split('|')[1]?.trim() ?? '';
const requirements = rows.filter((row) => /^\| \d+\.(\d|x)/.test(row)).map(idOf);
const section = text.slice(text.indexOf('## Money holes'), text.indexOf('## Backup and restore'));
const holes = section
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map(idOf);

/** Items of the lists below the tables. An item consists of the id of a table row, and the tests of this row as one line of text. */
const listed = [...text.matchAll(/^- \*\*([\d.,x to]+)\*\*: (.+(?:\n  .+)*)/gm)].map(
  ([, id = '', tests = '']) => [id, tests.replaceAll(/\n +/g, ' ')] as const,
);

/** Returns the path and title of each test that an item lists. An item lists tests in the form `file.test.ts`: "title", "title". */
const testsOf = (item: string): (readonly [path: string, title: string])[] =>
  [...item.matchAll(/`([\w./-]+\.test\.tsx?)`: ((?:"[^"]+"(?:, )?)+)/g)].flatMap(([, path = '', titles = '']) =>
    [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => [path, title] as const),
  );

function hasTest(source: string, title: string): boolean {
  const literal = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`\\(\\s*(['"\`])${literal}\\1`).test(source);
}
const missingOf = (item: string): string[] =>
  testsOf(item).flatMap(([path, title]) => {
    const file = found(path);
    return file !== undefined && hasTest(readFileSync(file, 'utf8'), title) ? [] : [`${path}: ${title}`];
  });

it('every file of tests that the tables and lists name exists', () => {
  const named = [...text.matchAll(/`([\w./-]+\.test\.tsx?)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => found(path) === undefined)).toEqual([]);
});

it('each requirement and each money hole names tests that exist, by their titles', () => {
  expect([requirements.length > 75, holes.length]).toEqual([true, 18]);
  expect(listed.map(([id]) => id)).toEqual([...holes, ...requirements]);
  const named = listed.map(([, tests]) => tests);
  expect(named.filter((item) => testsOf(item).length === 0)).toEqual([]);
  // An item that lists a test file without a title names no test.
  const bare = named.filter((item) => /\.test\.tsx?`(?!: ")/.test(item));
  expect([bare, named.flatMap(missingOf)]).toEqual([[], []]);
});

it('notices a title that no test has', () => {
  const item = '`pages.test.ts`: "keeps the session token out of the page", "keeps the session token"';
  expect(missingOf(item)).toEqual(['pages.test.ts: keeps the session token']);
  expect(hasTest("// it: keeps (the session)\nit('keeps the others', run);", 'keeps the session')).toBe(false);
});

it('each unmet requirement has a reason, and is one that the table does not claim in whole', () => {
  const gaps = text
    .slice(text.indexOf('requirements that are not met'))
    .split('\n')
    .filter((line) => /^\| V\d/.test(line));
  expect(gaps.length).toBeGreaterThan(5);
  for (const gap of gaps) expect(gap).toMatch(/^\| (V\d+\.\d+\.\d+(, )?)+ *\| [^|]{20,} \| [^|]{20,} \|$/);
  expect(text.replaceAll(/\s+/g, ' ')).toContain('one that is in both is met in part');
  expect(text).not.toMatch(/covers all applicable requirements/);
});
