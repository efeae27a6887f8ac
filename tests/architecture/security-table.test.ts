import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const text = readFileSync('src/server/SECURITY.md', 'utf8');
const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('|---'));
const places = ['', 'tests/server/'];

it('every test that the security tables name exists', () => {
  const named = rows.flatMap((row) => [...row.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, path = '']) => path));
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !places.some((place) => existsSync(place + path)))).toEqual([]);
});

it('every requirement names a test', () => {
  const requirements = rows.filter((row) => /^\| \d/.test(row));
  expect(requirements.length).toBeGreaterThan(50);
  const bare = requirements.filter((row) => !row.includes('.test.ts`'));
  expect(bare).toEqual([]);
});

it('each money hole names tests that exist', () => {
  const section = text.slice(text.indexOf('## Money holes'), text.indexOf('## Backup and restore'));
  const holes = section.split('\n').filter((line) => /^\| \d/.test(line));
  expect(holes.length).toBe(18);
  const missing = holes.flatMap((row) =>
    [...row.matchAll(/`([\w./-]+\.test\.ts)`: ((?:"[^"]+"(?:, )?)+)/g)].flatMap(([, path = '', names = '']) => {
      const file = places.map((place) => place + path).find((each) => existsSync(each));
      const source = file === undefined ? '' : readFileSync(file, 'utf8');
      return [...names.matchAll(/"([^"]+)"/g)].flatMap(([, name = '']) => (source.includes(name) ? [] : [`${path}: ${name}`]));
    }),
  );
  expect(missing).toEqual([]);
  expect(holes.filter((row) => !row.includes('.test.ts`: "'))).toEqual([]);
});
