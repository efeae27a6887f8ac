import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const text = readFileSync('src/server/SECURITY.md', 'utf8');
const isRow = (line: string): boolean => line.startsWith('| ') && !line.startsWith('| ---');
const rows = text.split('\n').filter(isRow);
const places = ['', 'tests/server/'];
const found = (path: string): string | undefined => places.map((place) => place + path).find((each) => existsSync(each));
const requirements = rows.filter((row) => /^\| \d+\.(\d|x)/.test(row));
const section = text.slice(text.indexOf('## Money holes'), text.indexOf('## Backup and restore'));
const holes = section.split('\n').filter((line) => /^\| \d/.test(line));

/** Tests that a row lists by file and title, as in `file.test.ts`: "title", "title". */
const testsOf = (row: string): (readonly [path: string, title: string])[] =>
  [...row.matchAll(/`([\w./-]+\.test\.tsx?)`: ((?:"[^"]+"(?:, )?)+)/g)].flatMap(([, path = '', titles = '']) =>
    [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => [path, title] as const),
  );

/** True if a source contains a test or test group with this title. */
function hasTest(source: string, title: string): boolean {
  const literal = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`\\(\\s*(['"\`])${literal}\\1`).test(source);
}
const missingOf = (row: string): string[] =>
  testsOf(row).flatMap(([path, title]) => {
    const file = found(path);
    return file !== undefined && hasTest(readFileSync(file, 'utf8'), title) ? [] : [`${path}: ${title}`];
  });

it('every file of tests that the tables name exists', () => {
  const named = rows.flatMap((row) => [...row.matchAll(/`([\w./-]+\.test\.tsx?)`/g)].map(([, path = '']) => path));
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => found(path) === undefined)).toEqual([]);
});

it('each requirement and each money hole names tests that exist, by their titles', () => {
  expect([requirements.length > 75, holes.length]).toEqual([true, 18]);
  const named = [...requirements, ...holes];
  expect(named.filter((row) => testsOf(row).length === 0)).toEqual([]);
  // A file without a title would name no test.
  const bare = named.filter((row) => /\.test\.tsx?`(?!: ")/.test(row));
  expect([bare, named.flatMap(missingOf)]).toEqual([[], []]);
});

it('notices a title that no test has', () => {
  const row = '| 1.1.1 | text | `pages.test.ts`: "keeps the session token out of the page", "keeps the session token" |';
  expect(missingOf(row)).toEqual(['pages.test.ts: keeps the session token']);
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
