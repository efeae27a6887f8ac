import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ColorValue, cssHex } from '#tokens/build/color.ts';
import { compileTokens } from '#tokens/build/compile.ts';
import { type TokenSet, literalValue } from '#tokens/build/model.ts';
import { cssName } from '#tokens/build/names.ts';
import { launchBrowser } from '#tests/support/browser.ts';

const { css, modes } = await compileTokens();
const colors = [...modes.light.values()].filter(
  ({ type, path }) => type === 'color' && path.startsWith('color.') && !path.startsWith('color.ref.'),
);

type Media = Parameters<Page['emulateMedia']>[0];

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
}, 60_000);

afterAll(() => browser.close());

async function shown(names: readonly string[], media: Media, rootAttributes: string, partAttributes = ''): Promise<string[]> {
  await page.emulateMedia({ media: 'screen', colorScheme: 'light', contrast: 'no-preference', forcedColors: 'none', ...media });
  await page.setContent(
    `<!doctype html><html ${rootAttributes}><head><style>${css}</style></head><body><main ${partAttributes}><i></i></main></body></html>`,
  );
  return page.evaluate((properties) => {
    const probe = document.querySelector('i')!;
    return properties.map((property) => {
      probe.style.color = `var(${property})`;
      return getComputedStyle(probe).color;
    });
  }, names);
}

async function expected(tokens: TokenSet): Promise<string[]> {
  await page.emulateMedia({ media: 'screen', forcedColors: 'none' });
  await page.setContent('<i></i>');
  const values = colors.map(({ path }) => cssHex(literalValue(tokens, path) as ColorValue));
  return page.evaluate((list) => {
    const probe = document.querySelector('i')!;
    return list.map((value) => {
      probe.style.color = value;
      return getComputedStyle(probe).color;
    });
  }, values);
}

const { light, dark, lightHighContrast: lightMore, darkHighContrast: darkMore, print } = modes;
const names = colors.map(({ path }) => cssName(path));

describe('themes in the browser', () => {
  it.each<[string, TokenSet, Media, string, string?]>([
    ['the system is light', light, {}, ''],
    ['the system is dark', dark, { colorScheme: 'dark' }, ''],
    ['light is chosen on a dark system', light, { colorScheme: 'dark' }, 'data-theme="light"'],
    ['dark is chosen on a light system', dark, {}, 'data-theme="dark"'],
    ['the system wants more contrast', lightMore, { contrast: 'more' }, ''],
    ['the dark system wants more contrast', darkMore, { contrast: 'more', colorScheme: 'dark' }, ''],
    ['more contrast is chosen', lightMore, {}, 'data-contrast="more"'],
    ['dark with more contrast is chosen', darkMore, {}, 'data-contrast="more" data-theme="dark"'],
    ['normal contrast is chosen although the system wants more', dark, { contrast: 'more' }, 'data-contrast="normal" data-theme="dark"'],
    ['a dark part stands on a light page', dark, {}, '', 'data-theme="dark"'],
    ['a part with more contrast stands on a dark page', darkMore, {}, 'data-theme="dark"', 'data-contrast="more"'],
    ['a normal part stands on a page with more contrast', light, {}, 'data-contrast="more"', 'data-contrast="normal"'],
    ['paper', print, { media: 'print' }, ''],
    [
      'paper, from a dark page with more contrast',
      print,
      { media: 'print', colorScheme: 'dark', contrast: 'more' },
      'data-theme="dark" data-contrast="more"',
    ],
  ])('%s', async (_, tokens, media, root, part) => {
    expect(await shown(names, media, root, part)).toEqual(await expected(tokens));
  });

  it('lets components follow the theme of their part of the page', async () => {
    const component = ['--button-primary-bg', '--sheet-bg', '--overlay-bg'];
    const semantic = ['--color-action-primary-bg', '--color-surface-raised', '--color-surface-overlay'];
    for (const part of ['data-theme="dark"', 'data-contrast="more"', 'data-theme="dark" data-contrast="more"']) {
      expect(await shown(component, {}, '', part)).toEqual(await shown(semantic, {}, '', part));
    }
  });

  it('uses system colours in forced colors, whatever theme is chosen', async () => {
    const forced = await shown(
      ['--color-text-primary', '--color-surface-inverse', '--color-text-link'],
      { forcedColors: 'active' },
      'data-theme="dark" data-contrast="more"',
    );
    expect(forced).toEqual(
      await shown(['--color-text-secondary', '--color-surface-canvas', '--color-text-link'], { forcedColors: 'active' }, ''),
    );
    expect(forced[0]).not.toBe(forced[1]);
  });
});

describe('other modes in the browser', () => {
  const heights = (attributes: string, part: string): Promise<string> =>
    shown([], {}, attributes, part).then(() =>
      page.evaluate(() => {
        const probe = document.querySelector('i')!;
        probe.style.cssText = 'display: block; block-size: var(--button-height); transition-duration: var(--motion-duration-fast)';
        const { blockSize, transitionDuration } = getComputedStyle(probe);
        return `${blockSize} ${transitionDuration}`;
      }),
    );

  it('change sizes and durations, on the page and on a part of it', async () => {
    expect(await heights('', '')).toBe('44px 0.12s');
    expect(await heights('data-density="compact"', '')).toBe('36px 0.12s');
    expect(await heights('', 'data-density="compact"')).toBe('36px 0.12s');
    expect(await heights('data-density="compact"', 'data-density="comfortable"')).toBe('44px 0.12s');
    expect(await heights('', 'data-motion="reduced"')).toBe('44px 0s');
  });
});
