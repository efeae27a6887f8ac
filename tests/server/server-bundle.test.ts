import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const bundle = 'dist/server';

const sandboxMark = 'Can be saved; every charge is declined.';

function loadedFrom(entry: string, dynamic: boolean): Map<string, string> {
  const found = new Map<string, string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    // Skips strings that only look like imports, because the bundle has no file with such a name.
    if (found.has(file) || !statSync(join(bundle, file), { throwIfNoEntry: false })?.isFile()) continue;
    const source = readFileSync(join(bundle, file), 'utf8');
    found.set(file, source);
    const imports = dynamic ? /(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']+)["']/g : /(?:\bfrom\s*|\bimport\s*)["'](\.[^"']+)["']/g;
    for (const [, specifier = ''] of source.matchAll(imports)) waiting.push(join(file, '..', specifier));
  }
  return found;
}

it('loads the emulator of the gateway in the embedded mode only, from a folder of its own', () => {
  const always = [...loadedFrom('main.js', false)];
  const ever = [...loadedFrom('main.js', true)];
  const withMark = (files: [string, string][]) => files.filter(([, source]) => source.includes(sandboxMark)).map(([file]) => file);
  expect(withMark(ever)).toEqual([expect.stringMatching(/^sandbox\//)]);
  expect(withMark(always)).toEqual([]);
  expect(always.filter(([file]) => file.startsWith('sandbox/'))).toEqual([]);
});
