import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StartError } from '#server/start/start-error.ts';
import { asUnwritable, makeDataFolder } from './data-folder.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'data-folder-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

it('makes a folder with those above it, and leaves one that is there', () => {
  const folder = join(home, 'a', 'b', 'c');
  makeDataFolder(folder);
  makeDataFolder(folder);
  expect(statSync(folder).isDirectory()).toBe(true);
});

it('refuses a file, and what would be below one', () => {
  const file = join(home, 'file');
  writeFileSync(file, '');
  expect(() => makeDataFolder(file)).toThrow(`The data folder ${file} can't be created (EEXIST); choose another DATA_DIR.`);
  expect(() => makeDataFolder(join(file, 'data'))).toThrow(/can't be created \(ENOTDIR\)/);
});

it.each([
  ['EACCES', 'this user may not write there'],
  ['EPERM', 'writing there is not permitted'],
  ['EROFS', 'its file system is read-only'],
  ['ENOSPC', 'its disk is full'],
])('tells %s in one sentence that says what to do', (code, reason) => {
  const error = asUnwritable('/data', Object.assign(new Error(`${code}: no`), { code }));
  expect(error).toBeInstanceOf(StartError);
  expect(String(error)).toContain(`The data folder /data can't be written: ${reason} (${code}); change that or choose another DATA_DIR.`);
});

it('hands every other failure back as it is', () => {
  for (const error of [new Error('ours'), Object.assign(new Error('gone'), { code: 'ENOENT' }), undefined])
    expect(asUnwritable('/data', error)).toBe(error);
});
