import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Logger, build, defineConfig, parse } from '@terrazzo/parser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import terrazzoConfig from '../terrazzo.config.ts';
import { TOKEN_ROOT, compileTokens } from './compile.ts';
import { readFrom } from './definitions.ts';

const LIGHT = 'semantic/light.tokens.json';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tokens-'));
  cpSync(TOKEN_ROOT, root, { recursive: true, filter: (source) => !source.endsWith('.ts') });
});
afterEach(() => rmSync(root, { recursive: true }));

function edit(file: string, change: (text: string) => string): void {
  const text = readFileSync(join(root, file), 'utf8');
  expect(change(text)).not.toBe(text);
  writeFileSync(join(root, file), change(text));
}

async function buildWithTerrazzo(): Promise<Map<string, string>> {
  const filename = pathToFileURL(join(root, 'tokens.resolver.json'));
  const logger = new Logger({ level: 'silent' });
  const config = defineConfig(
    { ...terrazzoConfig, plugins: [...terrazzoConfig.plugins], tokens: [filename.href] },
    { logger, cwd: filename },
  );
  const parsed = await parse([{ filename, src: readFileSync(filename, 'utf8') }], { config, logger });
  const { outputFiles } = await build(parsed.tokens, { ...parsed, config, logger });
  return new Map(outputFiles.map((file) => [file.filename, String(file.contents)]));
}

describe('terrazzo.config.ts', () => {
  it('builds the same files as our own command', async () => {
    const { css, types } = await compileTokens();
    const files = await buildWithTerrazzo();
    expect(files.get('tokens.css')).toBe(css);
    expect(files.get('tokens.ts')).toBe(types);
  });

  it('fails on a broken contrast contract in any theme', async () => {
    edit('semantic/print.tokens.json', (text) => text.replace(/("owed": \{ "\$value": ")\{[^}]+\}/, '$1{color.ref.madder.400}'));
    await expect(buildWithTerrazzo()).rejects.toThrow(
      /color\.text\.owed: on .* in theme "print".*daybook\/design|daybook\/design.*color\.text\.owed: on .* in theme "print"/s,
    );
  });
});

describe('files of Tokens Studio', () => {
  it('keep the extensions of Tokens Studio beside ours', async () => {
    edit(LIGHT, (text) =>
      text.replaceAll('"$extensions": { "dev.orgbilling"', '"$extensions": { "studio.tokens": { "modify": {} }, "dev.orgbilling"'),
    );
    expect((await compileTokens(readFrom(root))).css).toBe((await compileTokens()).css);
  });

  it('with values as text load after `tz format`', async () => {
    const [exported, formatted] = ['studio.json', 'studio.tokens.json'].map((name) => join(root, name)) as [string, string];
    const studio = { 'studio.tokens': { modify: {} } };
    writeFileSync(
      exported,
      JSON.stringify({
        color: {
          brand: { $type: 'color', $value: '#442b9b', $extensions: studio },
          link: { $type: 'color', $value: '{color.brand}', $description: 'Links.' },
        },
        space: { small: { $type: 'dimension', $value: '16px', $extensions: studio } },
      }),
    );
    execFileSync(process.execPath, ['node_modules/@terrazzo/cli/bin/cli.js', 'format', exported, '-o', formatted], { stdio: 'pipe' });
    const filename = pathToFileURL(formatted);
    const logger = new Logger({ level: 'silent' });
    const config = defineConfig({ tokens: [filename.href] }, { logger, cwd: filename });
    const { tokens } = await parse([{ filename, src: readFileSync(filename, 'utf8') }], { config, logger });
    expect(tokens['color.link']?.$value).toMatchObject({ colorSpace: 'srgb', hex: '#442b9b' });
    expect(tokens['space.small']?.$value).toEqual({ value: 16, unit: 'px' });
  });
});
