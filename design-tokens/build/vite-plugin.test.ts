import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HotPayload, type Logger, type ViteDevServer, build, createLogger, createServer } from 'vite';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TOKEN_ROOT } from './compile.ts';
import { tokensPlugin } from './vite-plugin.ts';

const parent = mkdtempSync(join(tmpdir(), 'tokens-'));
let root: string;
let count = 0;

beforeEach(() => {
  root = join(parent, String((count += 1)));
  cpSync(TOKEN_ROOT, join(root, 'design-tokens'), { recursive: true, filter: (source) => !source.endsWith('.ts') });
  for (const folder of ['src/ui/Badge', 'src/ui/base']) mkdirSync(join(root, folder), { recursive: true });
  put('package.json', '{ "type": "module", "imports": { "#ui/*": "./src/ui/*" } }');
  put('src/ui/base/global.css', "@import '#ui/tokens.css';\n");
  put(
    'src/main.ts',
    "import '#ui/base/global.css';\nimport css from './ui/Badge/Badge.module.css';\nimport { tokenState } from 'virtual:design-tokens';\nconsole.log(css.root, tokenState().docs.ramps);\n",
  );
  put(
    'src/ui/Badge/Badge.module.css',
    '.root { color: var(--color-text-warning) }\n@container (--below-medium) { .root { padding: var(--space-2) } }\n',
  );
});

afterAll(() => rmSync(parent, { recursive: true }));

function put(file: string, text: string): void {
  writeFileSync(join(root, file), text);
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function edit(file: string, change: (text: string) => string): void {
  const text = read(file);
  const next = change(text);
  expect(next).not.toBe(text);
  put(file, next);
}

const options = (logger: Logger, omitsUnused = false) => ({
  configFile: false as const,
  root,
  customLogger: logger,
  plugins: [tokensPlugin({ tokens: join(root, 'design-tokens'), repository: root }, { omitsUnused })],
});

const silent = (): Logger => createLogger('silent');

describe('in a build', () => {
  async function run(omitsUnused = false): Promise<string> {
    await build({
      ...options(silent(), omitsUnused),
      build: { outDir: 'out', cssMinify: true, rolldownOptions: { input: join(root, 'src/main.ts') }, manifest: 'manifest.json' },
    });
    const manifest = JSON.parse(read('out/manifest.json')) as Record<string, { css?: string[] }>;
    return read(join('out', manifest['src/main.ts']?.css?.[0] ?? ''));
  }

  it('compiles, layers the modules and writes out breakpoints', async () => {
    const css = await run();
    expect(css).toContain('light-dark(');
    expect(css).toMatch(/@layer components\{\.\S+\{color:var\(--color-text-warning\)\}@container \(width<52rem\)/);
  });

  it('leaves tokens out that nothing uses, if the page asks for that', async () => {
    const [all, used] = [await run(), await run(true)];
    for (const css of [all, used]) expect(css).toContain('--color-text-warning:');
    expect(all).toContain('--color-surface-inverse:');
    expect(used).not.toContain('--color-surface-inverse:');
    expect(used.length).toBeLessThan(all.length / 2);
  });

  it('fails on a broken token file, with file, path and reason', async () => {
    edit('design-tokens/semantic/dark.tokens.json', (text) => text.replace('{color.ref.ink.50}', '{color.ref.inc.50}'));
    await expect(run()).rejects.toThrow(
      'semantic/dark.tokens.json: color.text.primary: alias {color.ref.inc.50} names no token; did you mean {color.ref.ink.50}? (aliases)',
    );
  });

  it('fails on a broken contrast contract', async () => {
    edit('design-tokens/semantic/light.tokens.json', (text) => text.replace('{color.ref.ochre.750}', '{color.ref.ochre.600}'));
    await expect(run()).rejects.toThrow(/color\.text\.warning: on color\.surface\.canvas in theme "light" is .* and needs 7:1/);
  });

  it('fails on a token that is gone but in use', async () => {
    put('src/ui/Badge/Badge.module.css', '.root { color: var(--color-text-faint) }');
    await expect(run()).rejects.toThrow('src/ui/Badge/Badge.module.css: line 1, .root color: --color-text-faint is no token; did you mean');
  });
});

describe('while developing', { timeout: 60_000 }, () => {
  const LIGHT = 'design-tokens/semantic/light.tokens.json';
  let server: ViteDevServer;
  let hotPayloads: HotPayload[];
  let errors: string[];
  let warnings: string[];

  beforeEach(async () => {
    const logger = silent();
    errors = [];
    warnings = [];
    hotPayloads = [];
    vi.spyOn(logger, 'error').mockImplementation((message) => void errors.push(message));
    vi.spyOn(logger, 'warn').mockImplementation((message) => void warnings.push(message));
    server = await createServer({ ...options(logger), appType: 'custom', server: { middlewareMode: true, ws: false } });
    vi.spyOn(server.environments.client.hot, 'send').mockImplementation(((payload: HotPayload | string, data?: unknown) => {
      hotPayloads.push(typeof payload === 'string' ? { type: 'custom', event: payload, data } : payload);
    }) as typeof server.environments.client.hot.send);
    for (const url of ['/src/main.ts', '/src/ui/base/global.css', 'virtual:design-tokens']) await server.transformRequest(url);
    await vi.waitFor(() => expect(Object.keys(server.watcher.getWatched())).toContain(join(root, 'design-tokens/semantic')));
  });

  afterEach(() => server.close());

  const hotCss = (): boolean =>
    hotPayloads.some((payload) => payload.type === 'update' && payload.updates.some((update) => update.path.endsWith('/global.css')));
  const reloads = (): number => hotPayloads.filter((payload) => payload.type === 'full-reload').length;
  const eventual = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 15_000 });

  it('replaces the style sheet after one edited line, without reload', async () => {
    edit(LIGHT, (text) => text.replace('{color.ref.iris.750}', '{color.ref.iris.800}'));
    await eventual(() => expect(hotCss()).toBe(true));
    expect(read('src/ui/tokens.css')).toMatch(/--color-text-link:light-dark\(#(?!442b9b)/);
    expect(reloads()).toBe(0);
    expect(errors).toEqual([]);
    expect(hotPayloads).toContainEqual(
      expect.objectContaining({ type: 'custom', event: 'design-tokens:update', data: expect.objectContaining({ broken: [] }) }),
    );
  });

  it('keeps the last good style sheet while a file is broken, and says why', async () => {
    const good = read('src/ui/tokens.css');
    edit(LIGHT, (text) => text.replace('{color.ref.iris.750}', '{color.ref.iris}'));
    await eventual(() => expect(errors.join()).toContain('color.text.link'));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain('the last good style sheet stays in place');
    expect(errors[0]).toContain('semantic/light.tokens.json: color.text.link: alias {color.ref.iris} names no token');
    expect(read('src/ui/tokens.css')).toBe(good);
    edit(LIGHT, (text) => text.replace('{color.ref.iris}', '{color.ref.iris.800}'));
    await eventual(() => expect(read('src/ui/tokens.css')).not.toBe(good));
  });

  it('shows a colour that breaks a contract, and marks the pairs', async () => {
    edit(LIGHT, (text) => text.replace('{color.ref.ochre.750}', '{color.ref.ochre.600}'));
    await eventual(() => expect(warnings.join()).toContain('color.text.warning: on color.surface.canvas in theme "light"'));
    await eventual(() => expect(hotCss()).toBe(true));
    const update = hotPayloads.findLast((payload) => payload.type === 'custom');
    expect(update?.data).toMatchObject({
      docs: { problems: expect.arrayContaining([expect.objectContaining({ gate: 'contrast', path: 'color.text.warning' })]) },
    });
  });

  it('keeps the style sheet when a token in use is taken away', async () => {
    const good = read('src/ui/tokens.css');
    edit('design-tokens/reference/space.tokens.json', (text) => text.replace(/.*"2": .*\n/, ''));
    await eventual(() =>
      expect(errors.join()).toContain('Badge.module.css: line 2, .root padding: --space-2 is no token; did you mean --space-'),
    );
    expect(read('src/ui/tokens.css')).toBe(good);
  });

  it('reloads when a breakpoint moves, because it is written into other style sheets', async () => {
    edit('design-tokens/reference/size.tokens.json', (text) => text.replace('"value": 52', '"value": 50'));
    await eventual(() => expect(reloads()).toBeGreaterThan(0));
    expect((await server.transformRequest('/src/ui/Badge/Badge.module.css'))?.code).toContain('(width < 50rem)');
  });
});
