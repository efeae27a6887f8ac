import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ManifestChunk } from '#lib/page-request.ts';
import { sum } from '#tests/bench/browser/load-once.ts';
import { goals } from '#tests/bench/goals.ts';
import { allScripts } from '#tests/bench/suites/bytes.ts';

// The folder also contains chunks of the previous build.
const manifest = JSON.parse(readFileSync('dist/client/manifest.json', 'utf8')) as Readonly<Record<string, ManifestChunk>>;
const files = [...new Set(Object.values(manifest).map(({ file }) => file))].filter((file) => file.endsWith('.js'));
const scripts = new Map(files.map((file) => [basename(file), readFileSync(`dist/client/${file}`, 'utf8')]));
const gzipBytes = (code: string): number => gzipSync(code, { level: 9 }).length;

/** Maximum kilobytes of each large chunk, gzipped. src/app/build/chunks.ts describes their content. */
const most = { client: 63, first: 50, api: 2, display: 26, below: 14.1, invoices: 35.7, widgets: 69, more: 71.2 } as const;
/** Maximum total kilobytes of all other chunks: the start script, other pages, and small entry files of lazy parts. */
const mostOfOthers = 84;

describe('the chunks of the page', () => {
  const nameOf = (file: string): string => file.replace(/-[\w-]{8}\.js$/, '');
  const importsOf = (name: string): string[] => {
    const [, code = ''] = [...scripts].find(([file]) => nameOf(file) === name) ?? [];
    return [...code.matchAll(/from"\.\/([\w-]+)-[\w-]{8}\.js"/g)].map(([, imported = '']) => imported);
  };

  it.each(Object.entries(most))('%s weighs at most %d KB', (name, kilobytes) => {
    const found = [...scripts].filter(([file]) => nameOf(file) === name);
    const largest = Math.max(...found.map(([, code]) => gzipBytes(code)));
    expect(largest).toBeGreaterThan(500);
    expect(largest).toBeLessThanOrEqual(kilobytes * 1024);
  });

  it('weigh together what they may at most, whatever is opened', () => {
    expect(sum(allScripts())).toBeLessThanOrEqual(goals['all-js'].limit);
  });

  it('hold the price of something before it is bought apart from the section that offers it', () => {
    const [key, chunk] = Object.entries(manifest).find(([name]) => name.endsWith('price-tag/PriceTagTool.tsx')) ?? [];
    expect(chunk?.file).toMatch(/PriceTagTool-[\w-]+\.js$/);
    const chunks = Object.values(manifest);
    expect(chunks.filter(({ imports }) => imports?.includes(key ?? ''))).toEqual([]);
    expect(chunks.filter(({ dynamicImports }) => dynamicImports?.includes(key ?? '')).length).toBeGreaterThan(0);
    const texts = [...scripts].filter(([, code]) => code.includes('In addition to what you use now'));
    expect(texts.map(([file]) => nameOf(file))).toEqual(['PriceTagTool']);
  });

  it('are few, and the small ones weigh little', () => {
    const others = [...scripts].filter(([, code]) => gzipBytes(code) < 5 * 1024 && !code.includes('/platform/'));
    expect(others.reduce((sum, [, code]) => sum + gzipBytes(code), 0)).toBeLessThanOrEqual(mostOfOthers * 1024);
    expect(scripts.size).toBeLessThanOrEqual(145);
  });

  it('import only from those before them: of two that need each other one would run with nothing in its hands', () => {
    const inOrder = ['first', 'api', 'display', 'below', 'invoices', 'widgets', 'more'];
    for (const [index, name] of inOrder.entries()) {
      const later = inOrder.slice(index);
      expect(importsOf(name).filter((imported) => later.includes(imported))).toEqual([]);
    }
    expect(importsOf('more')).toEqual(expect.arrayContaining(['first', 'invoices', 'widgets']));
  });

  it('run after what they import: nothing that comes with a form imports from it', () => {
    for (const name of ['widgets', 'more']) {
      expect(importsOf(name).length).toBeGreaterThan(3);
      expect(importsOf(name).filter((imported) => importsOf(imported).includes(name))).toEqual([]);
    }
  });

  it('come to the pages that are not about billing only as far as these need them', () => {
    for (const page of ['SignInPage', 'HomePage', 'display']) {
      const imported = importsOf(page);
      expect(imported).toContain('first');
      expect(imported.filter((name) => ['below', 'invoices', 'widgets', 'more'].includes(name))).toEqual([]);
    }
  });

  it('hold neither a calendar library nor the classic schemas', () => {
    const strangers = /luxon|IANAZone|"ZodString"/;
    expect([...scripts].filter(([, code]) => strangers.test(code)).map(([file]) => nameOf(file))).toEqual([]);
  });

  it('hold schemas only with the forms that open on demand', () => {
    const withSchemas = [...scripts].filter(([, code]) => /"~standard"/.test(code)).map(([file]) => nameOf(file));
    expect(withSchemas.length).toBeGreaterThan(0);
    expect(withSchemas.filter((name) => ['client', 'first', 'api', 'display', 'below', 'invoices'].includes(name))).toEqual([]);
  });
});

describe('the start of the server', () => {
  const codeOf = (file: string): string => readFileSync(`dist/server/${file}`, 'utf8');
  const importsOf = (code: string): string[] => [...code.matchAll(/^import .*?"([^"]+)";$/gm)].map(([, name = '']) => name);

  /** Returns everything that is loaded before the first statement of a file runs: package names, and files of the build. */
  function readAtStart(file: string, seen = new Set<string>()): Set<string> {
    for (const name of importsOf(codeOf(file)).filter((each) => !seen.has(each))) {
      seen.add(name);
      if (name.startsWith('./')) readAtStart(basename(name), seen);
    }
    return seen;
  }

  it('waits for neither the database engines nor the renderer of pages', () => {
    const names = [...readAtStart('main.js')];
    expect(names).toContain('pino');
    expect(names.filter((name) => ['pg', '@electric-sql/pglite'].includes(name) || name.startsWith('./entry-server'))).toEqual([]);
  });
});

describe('strings of React Aria', () => {
  const strings = 'node_modules/react-aria/i18n';
  const isPlain = (value: unknown): value is string => typeof value === 'string' && value.length > 5;

  async function stringsOf(locale: string): Promise<string[]> {
    const module = (await import(pathToFileURL(`${strings}/${locale}.mjs`).href)) as { default: Record<string, Record<string, unknown>> };
    return ['combobox', 'overlays', 'menu', 'searchfield', 'table'].flatMap((name) =>
      Object.values(module.default[`@react-aria/${name}`] ?? {}).filter(isPlain),
    );
  }

  const decoded = (code: string): string =>
    code.replace(/\\x([\da-f]{2})|\\u([\da-f]{4})/gi, (_, short?: string, long?: string) =>
      String.fromCharCode(Number.parseInt(short ?? long ?? '', 16)),
    );

  async function localesIn(code: string): Promise<string[]> {
    const locales = readdirSync(strings)
      .filter((file) => /^\w\w-\w\w\.mjs$/.test(file))
      .map((file) => basename(file, '.mjs'));
    const english = new Set(await stringsOf('en-US'));
    const found: string[] = [];
    for (const locale of locales) {
      const ownStrings = (await stringsOf(locale)).filter((value) => locale === 'en-US' || !english.has(value));
      if (ownStrings.some((value) => code.includes(value))) found.push(locale);
    }
    return found;
  }

  it('are there in English only', async () => {
    expect(await localesIn(decoded([...scripts.values()].join('\n')))).toEqual(['en-US']);
  });

  it('would be found in another language', async () => {
    const german = JSON.stringify(await stringsOf('de-DE'));
    expect(await localesIn(decoded(german))).toEqual(['de-DE']);
  });
});
