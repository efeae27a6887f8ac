import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compileTokens, TOKEN_ROOT } from '#tokens/build/compile.ts';
import { readFrom } from '#tokens/build/definitions.ts';
import { changedContrast, changedTokens } from './diff/changed-tokens.ts';
import { diffTokens } from './diff/diff.ts';
import { tokensOfCommit } from './diff/tokens-of-commit.ts';

const before = await compileTokens();
const folder = mkdtempSync(join(tmpdir(), 'design-diff-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function withAlias(file: string, path: string, target: string) {
  const read = readFrom(TOKEN_ROOT);
  return compileTokens((name) => {
    if (name !== file) return read(name);
    const json = JSON.parse(read(name)) as Record<string, never>;
    const token = path.split('.').reduce<Record<string, unknown>>((node, key) => node[key] as Record<string, unknown>, json);
    token['$value'] = `{${target}}`;
    return JSON.stringify(json);
  });
}

const darkerOver = await withAlias('semantic/light.tokens.json', 'color.meter.over', 'color.ref.madder.850');

describe('changed tokens', () => {
  it('are those that differ and those that stand on them, in the themes where they do', () => {
    const changes = changedTokens(before, darkerOver);
    expect(new Set(changes.map(({ context }) => context))).toEqual(new Set(['light']));
    expect(changes.map(({ path }) => path)).toContain('color.meter.over');
    expect(changes.find(({ path }) => path === 'color.meter.over')).toMatchObject({
      isColor: true,
      before: expect.stringMatching(/^#/),
      after: expect.stringMatching(/^#/),
    });
  });

  it('are none without a change', async () => {
    expect(changedTokens(before, await compileTokens())).toEqual([]);
    expect(changedContrast(before, await compileTokens())).toEqual([]);
  });

  it('come with the contrast of every pair before and after, the worst first', async () => {
    const pale = await withAlias('semantic/dark.tokens.json', 'color.text.owed', 'color.ref.madder.600');
    const [worst, ...rest] = changedContrast(before, pale);
    expect(worst).toMatchObject({ foreground: 'color.text.owed', theme: 'dark' });
    expect(worst?.after).toBeLessThan(worst?.min ?? 0);
    for (const pair of rest) expect(pair.after / pair.min).toBeGreaterThanOrEqual((worst?.after ?? 0) / (worst?.min ?? 1));
  });
});

describe('the contact sheet', () => {
  it('shows the states that use the token and look different, with pixels counted, and draws no other', async () => {
    const diff = await diffTokens({ before, from: 'the last commit', after: darkerOver, folder });
    const components = new Set(diff.looked.map((name) => name.split(':')[0]));
    expect(components).toContain('Meter');
    expect(components).not.toContain('Button');
    expect(diff.changed.map(({ name }) => name)).toContain('Meter: over the quota');
    for (const { changedPixels, before: early, after, marked } of diff.changed) {
      expect(changedPixels).toBeGreaterThan(0);
      for (const file of [early, after, marked]) expect(existsSync(join(folder, file))).toBe(true);
    }
    const html = readFileSync(diff.sheet ?? '', 'utf8');
    expect(html).toContain('color.meter.over');
    expect(html).toMatch(/<img src="Meter-over-the-quota-light-before\.png" alt="Before">/);
    expect(existsSync(join(folder, 'contact-sheet.png'))).toBe(true);
  });

  it('is not made when no token has changed', async () => {
    expect(await diffTokens({ before, from: 'the last commit', after: await compileTokens(), folder })).toEqual({
      changedTokens: [],
      looked: [],
      changed: [],
      sheet: null,
    });
  });
});

describe('the tokens of a commit', () => {
  it('are those of its files', async () => {
    expect((await tokensOfCommit(process.cwd(), 'HEAD')).modes.light.size).toBeGreaterThan(100);
  });

  it('are not made up for a commit that does not exist', async () => {
    await expect(tokensOfCommit(process.cwd(), 'no-such-commit')).rejects.toThrow('There is no commit no-such-commit');
    await expect(tokensOfCommit(process.cwd(), '--help')).rejects.toThrow('There is no commit --help');
  });
});
