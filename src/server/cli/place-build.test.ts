import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { placeBuild } from './place-build.mjs';

const home = mkdtempSync(join(tmpdir(), 'billing-place-build-'));
const dist = join(home, 'dist');
afterAll(() => rmSync(home, { recursive: true, force: true }));

function build(files: Readonly<Record<string, string>>, into = dist): void {
  const fresh = join(into, '.build-1');
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(fresh, file)), { recursive: true });
    writeFileSync(join(fresh, file), text);
  }
  placeBuild(fresh, into);
}

const placed = (into = dist): string[] =>
  readdirSync(into, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'builds.json')
    .map(({ name }) => name)
    .toSorted();

it('keeps the chunks of the last two builds, and what has one name only is of the last', () => {
  build({ 'server/main.js': '1', 'client/assets/first-aaaaaaaa.js': '1', 'start-images/empty/PG_VERSION': '1' });
  build({ 'server/main.js': '2', 'client/assets/first-bbbbbbbb.js': '2', 'start-images/empty/PG_VERSION': '2' });
  expect(placed()).toEqual(['PG_VERSION', 'first-aaaaaaaa.js', 'first-bbbbbbbb.js', 'main.js']);
  build({ 'server/main.js': '3', 'client/assets/first-cccccccc.js': '3', 'start-images/empty/PG_VERSION': '3' });
  expect(placed()).toEqual(['PG_VERSION', 'first-bbbbbbbb.js', 'first-cccccccc.js', 'main.js']);
  expect(readFileSync(join(dist, 'server/main.js'), 'utf8')).toBe('3');
  expect(readFileSync(join(dist, 'start-images/empty/PG_VERSION'), 'utf8')).toBe('3');
});

it('adds a build to the browser files of an image of the previous version, which has no other part', () => {
  const image = join(home, 'image');
  mkdirSync(image);
  cpSync(join(dist, 'client'), join(image, 'client'), { recursive: true });
  cpSync(join(dist, 'builds.json'), join(image, 'builds.json'));
  build({ 'server/main.js': '4', 'client/assets/first-dddddddd.js': '4', 'start-images/empty/PG_VERSION': '4' }, image);
  expect(placed(image)).toEqual(['PG_VERSION', 'first-cccccccc.js', 'first-dddddddd.js', 'main.js']);
});

it('counts a build of the same files once: its predecessor stays', () => {
  build({ 'server/main.js': '3', 'client/assets/first-cccccccc.js': '3', 'start-images/empty/PG_VERSION': '3' });
  expect(placed()).toEqual(['PG_VERSION', 'first-bbbbbbbb.js', 'first-cccccccc.js', 'main.js']);
});
