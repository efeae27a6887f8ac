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

it('every requirement has a test or a decision', () => {
  const requirements = rows.filter((row) => /^\| \d/.test(row));
  expect(requirements.length).toBeGreaterThan(50);
  const bare = requirements.filter((row) => !/\.test\.ts`|Decision|\[README\]|^\| 4\.3\.x/.test(row));
  expect(bare).toEqual([]);
});
