import { readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Declaration, parse } from 'postcss';
import { describe, expect, it } from 'vitest';
import { compileTokens } from '#tokens/build/compile.ts';
import { literalValue } from '#tokens/build/model.ts';

const BASE = 'src/ui/base';
const require = createRequire(import.meta.url);
const read = (file: string): string => readFileSync(join(BASE, file), 'utf8');

function descriptors(property: string): string[] {
  const values: string[] = [];
  parse(read('fonts.css')).walkDecls(property, (declaration: Declaration) => void values.push(declaration.value.replaceAll("'", '')));
  return values;
}

describe('base style sheet', () => {
  it('is imported whole by the one file that pages load', () => {
    const imported = [...read('global.css').matchAll(/@import '\.\/([\w-]+\.css)'/g)].map((match) => match[1]);
    expect(imported.toSorted()).toEqual(
      readdirSync(BASE)
        .filter((file) => file.endsWith('.css') && file !== 'global.css')
        .toSorted(),
    );
    expect(read('global.css')).toContain("@import '#ui/tokens.css'");
  });

  it('declares every own font that a type token names', async () => {
    const tokens = (await compileTokens()).modes.light;
    const named = ['font.family.text', 'font.family.code'].flatMap((path) => (literalValue(tokens, path) as string[]).slice(0, 2));
    expect([...new Set(descriptors('font-family'))].toSorted()).toEqual(named.toSorted());
  });

  it('points at font files that the packages hold, together below 45 KB', () => {
    const files = descriptors('src').flatMap((value) => [...value.matchAll(/url\(([^)]+)\)/g)].map((match) => match[1] ?? ''));
    expect(files).toHaveLength(2);
    const bytes = files.map((file) => statSync(require.resolve(file)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(45_000);
  });
});
