import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig, parse } from '@terrazzo/parser';
import { expect, it } from 'vitest';
import { TOKEN_ROOT, compileTokens } from './compile.ts';
import type { TokenSet } from './model.ts';
import { literalValue } from './resolve.ts';

/** The tokens as the standard tool loads them. */
async function loadWithTerrazzo(text: string, file: string) {
  const filename = pathToFileURL(file);
  const config = defineConfig({ tokens: [filename.href], lint: { rules: {} }, plugins: [] }, { cwd: pathToFileURL(TOKEN_ROOT) });
  const req = (address: URL): Promise<string> => Promise.resolve(readFileSync(address, 'utf8'));
  return parse([{ filename, src: text }], { config, req });
}

const resolverFile = join(TOKEN_ROOT, 'tokens.resolver.json');
const { resolver } = await loadWithTerrazzo(readFileSync(resolverFile, 'utf8'), resolverFile);
const { modes } = compileTokens();

it.each<[string, TokenSet, Record<string, string>]>([
  ['light', modes.light, {}],
  ['dark', modes.dark, { theme: 'dark' }],
  ['light with more contrast', modes.lightHighContrast, { theme: 'lightHighContrast' }],
  ['dark with more contrast', modes.darkHighContrast, { theme: 'darkHighContrast' }],
  ['print', modes.print, { theme: 'print' }],
  ['compact', modes.compact, { density: 'compact' }],
  ['reduced motion', modes.reducedMotion, { motion: 'reduced' }],
])('Terrazzo reads the same values as our compiler: %s', (_, ours, selection) => {
  const theirs = resolver.apply(selection);
  expect(Object.keys(theirs).toSorted()).toEqual([...ours.keys()].toSorted());
  for (const { path, type } of ours.values()) {
    const value = literalValue(ours, path);
    expect([path, theirs[path]?.$value]).toMatchObject([path, type === 'shadow' ? [value].flat() : value]);
  }
});
