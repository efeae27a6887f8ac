import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMMANDS, type Outcome } from './commands.ts';
import { TOKEN_ROOT } from './compile.ts';
import type { TokenDocs } from './emit-docs.ts';
import { formatJson } from './format.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tokens-'));
  cpSync(TOKEN_ROOT, join(root, 'design-tokens'), { recursive: true, filter: (source) => !source.endsWith('.ts') });
  mkdirSync(join(root, 'src/ui/Sum'), { recursive: true });
  put('src/ui/Sum/Sum.tsx', "import css from './Sum.module.css';\nexport const Sum = () => <b className={css.root} />;\n");
  put('src/ui/Sum/Sum.module.css', '.root { color: var(--color-text-owed) }\n');
});

afterEach(() => rmSync(root, { recursive: true }));

function put(file: string, text: string): void {
  writeFileSync(join(root, file), text);
}

function run(command: string, argument?: string): Promise<Outcome> {
  const found = COMMANDS[command];
  if (found === undefined) throw new Error(`no command ${command}`);
  return found.run({ tokens: join(root, 'design-tokens'), repository: root }, argument);
}

function reserveAll(): void {
  for (const entry of readdirSync(join(root, 'design-tokens'), { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.tokens.json')) continue;
    const path = join('design-tokens', entry);
    const json = JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, Record<string, unknown>>;
    for (const group of Object.values(json)) group['$extensions'] ??= { 'dev.orgbilling': { reserved: 'Not the subject of this test.' } };
    put(path, formatJson(json));
  }
}

describe('build', () => {
  it('writes both outputs once', async () => {
    expect(await run('build')).toMatchObject({
      exitCode: 0,
      lines: [expect.stringContaining('wrote src/ui/tokens.css, src/ui/tokens.ts')],
    });
    expect((await run('build')).lines[0]).toContain('nothing changed');
  });
});

describe('check', () => {
  it('passes on sound sources and fails with one line per fault', async () => {
    reserveAll();
    expect(await run('check')).toMatchObject({ exitCode: 0 });
    put('src/ui/Sum/Sum.module.css', '.root { padding: var(--space-7) }\n.old { color: inherit }\n');
    const { lines, exitCode } = await run('check');
    expect(exitCode).toBe(1);
    expect(lines.slice(0, 2)).toEqual([
      'src/ui/Sum/Sum.module.css: line 1, .root padding: --space-7 is no token; did you mean --space-0? (tokens)',
      'src/ui/Sum/Sum.module.css: line 2: class "old" is used by no component that imports this module (classes)',
    ]);
    expect(lines.at(-1)).toMatch(/^\d+ tokens and 1 style sheets checked: 2 problems\.$/);
  });
});

describe('usage', () => {
  it('lists direct uses and uses through aliases', async () => {
    expect((await run('usage', 'color.text.owed')).lines).toEqual([
      'src/ui/Sum/Sum.module.css:1  .root { color }',
      'color.text.owed (--color-text-owed): 1 use.',
    ]);
    expect((await run('usage', 'color.ref.madder.750')).lines[0]).toBe(
      'src/ui/Sum/Sum.module.css:1  .root { color }  (through color.text.owed)',
    );
    expect(await run('usage', 'color.text.owd')).toEqual({
      lines: ['color.text.owd is no token; did you mean color.text.owed?'],
      exitCode: 1,
    });
  });
});

describe('release', () => {
  it('removes only the markers of tokens in use, and leaves the layout of the file', async () => {
    const file = 'design-tokens/semantic/light.tokens.json';
    const json = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
      color: { text: Record<string, { $extensions: Record<string, Record<string, unknown>> }> };
    };
    for (const name of ['owed', 'warning'])
      Object.assign(json.color.text[name]?.$extensions['dev.orgbilling'] ?? {}, { reserved: 'Waits for it.' });
    put(file, formatJson(json));
    const before = readFileSync(join(root, file), 'utf8').split('\n');
    expect((await run('release')).lines).toContain('semantic/light.tokens.json');
    const after = readFileSync(join(root, file), 'utf8').split('\n');
    expect(before.filter((line) => line.includes('Waits for it.'))).toHaveLength(2);
    expect(after.filter((line) => line.includes('Waits for it.'))).toHaveLength(1);
    expect((await run('check')).lines.join('\n')).not.toContain('reserved tokens are in use by now');
  });
});

describe('docs', () => {
  it('holds swatches, ramps, the contrast matrix and the alias graph', async () => {
    const docs = JSON.parse((await run('docs')).lines.join('')) as TokenDocs;
    const link = docs.tokens.find((token) => token.path === 'color.text.link');
    expect(link).toMatchObject({
      property: '--color-text-link',
      tier: 'semantic',
      aliases: ['color.ref.iris.750'],
      forcedColor: 'LinkText',
    });
    expect(Object.keys(link?.values ?? {})).toEqual(['light', 'dark', 'lightHighContrast', 'darkHighContrast', 'print']);
    expect(docs.ramps['ink']?.[0]).toEqual({ step: '0', path: 'color.ref.ink.0', hex: '#ffffff', oklch: [1, 0, 95] });
    expect(docs.contrast.filter((check) => check.foreground === 'color.text.link' && check.theme === 'dark')).toHaveLength(7);
    expect(docs.tokens.find((token) => token.path === 'color.text.owed')?.uses).toMatchObject([{ owner: 'ui/Sum' }]);
  });
});
