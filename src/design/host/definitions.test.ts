// @vitest-environment node
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TOKEN_ROOT } from '#tokens/build/compile.ts';
import { defineToken, definitionsOf } from './definitions.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'definitions-'));
  cpSync(TOKEN_ROOT, folder, { recursive: true, filter: (source) => source !== join(TOKEN_ROOT, 'build') });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ramps = 'reference/color.tokens.json';
const light = 'semantic/light.tokens.json';
const text = (file: string) => readFileSync(join(folder, file), 'utf8');
const changedLines = (before: string, after: string) => after.split('\n').filter((line, index) => line !== before.split('\n')[index]);

describe('definitions of a token', () => {
  it('are one per file, with the contexts in which they count', () => {
    const definitions = definitionsOf(folder, 'color.text.link');
    expect(definitions.map(({ file, contexts }) => [file, ...contexts])).toContainEqual(['semantic/dark.tokens.json', 'dark']);
    expect(definitions).toHaveLength(5);
    expect(definitionsOf(folder, 'space.4').map(({ contexts }) => contexts)).toEqual([[]]);
  });

  it('are none for a name that is no token', () => {
    expect(definitionsOf(folder, 'color.text.nothing')).toEqual([]);
  });
});

describe('a new value', () => {
  it('for an alias is one changed line', async () => {
    const before = text(light);
    await defineToken(folder, { file: light, path: 'color.text.link', value: '{color.ref.iris.800}' });
    expect(changedLines(before, text(light))).toEqual([expect.stringContaining('"$value": "{color.ref.iris.800}"')]);
  });

  it('for a colour carries its hex along', async () => {
    const [{ value } = { value: null }] = definitionsOf(folder, 'color.ref.iris.750');
    const { components, hex } = value as { components: [number, number, number]; hex: string };
    await defineToken(folder, {
      file: ramps,
      path: 'color.ref.iris.750',
      value: { ...(value as object), components: [components[0] - 0.05, 0.1, components[2]] },
    });
    const [changed] = definitionsOf(folder, 'color.ref.iris.750').map((definition) => (definition.value as { hex: string }).hex);
    expect(changed).toMatch(/^#[0-9a-f]{6}$/);
    expect(changed).not.toBe(hex);
  });

  it.each([
    ['outside sRGB', ramps, 'color.ref.iris.750', { colorSpace: 'oklch', components: [0.5, 0.4, 150], hex: '#000000' }, /sRGB/],
    ['of another kind', ramps, 'color.ref.iris.750', 'blue', /color\.ref\.iris\.750/],
    ['that makes a circle', light, 'color.text.link', '{color.text.link}', /may alias reference tokens only/],
    ['that stands on nothing', light, 'color.text.link', '{color.ref.iris.751}', /color\.ref\.iris\.751/],
    ['for an unknown token', light, 'color.text.nothing', '{color.ref.iris.750}', /is not defined in this file/],
    ['in a file outside the folder', '../package.json', 'name', 'x', /is not defined in this file/],
  ])('%s is refused and the file stays as it is', async (_, file, path, value, reason) => {
    const before = [text(ramps), text(light)];
    await expect(defineToken(folder, { file, path, value })).rejects.toThrow(reason);
    expect([text(ramps), text(light)]).toEqual(before);
  });

  it('that breaks a contrast contract is written: a designer must see what it looks like', async () => {
    await defineToken(folder, { file: light, path: 'color.text.link', value: '{color.ref.iris.400}' });
    expect(text(light)).toContain('{color.ref.iris.400}');
  });

  it("is not taken while the files can't be read at all", () => {
    writeFileSync(join(folder, light), '{');
    expect(() => definitionsOf(folder, 'color.text.link')).toThrow(/is not JSON/);
  });
});
