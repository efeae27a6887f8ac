import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isExplained } from '#a11y/audit/explained.ts';
import { needsFrame } from '#design/board/Board.tsx';
import type { StateName } from '#design/board/board-api.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { labelFault, labelled } from '#tests/support/label-pixels.ts';
import { serveBuiltGallery, type BuiltGallery } from './built-gallery.ts';

declare const axe: { run(root: Document, options: object): Promise<AxeResults> };

const axeSource = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const rules = ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag21aaa', 'wcag22aa', 'best-practice'];

const looks = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  'light, more contrast': { colorScheme: 'light', contrast: 'more' },
  'dark, more contrast': { colorScheme: 'dark', contrast: 'more' },
  print: { media: 'print' },
  'forced colors': { forcedColors: 'active' },
} as const satisfies Record<string, Parameters<Page['emulateMedia']>[0]>;

let gallery: BuiltGallery;
let browser: Browser;
let pages: Page[] = [];
const faults: string[] = [];

async function openBoard(): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1024, height: 800 }, reducedMotion: 'reduce' });
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(`${gallery.origin}/__design/board?state=none`);
  await page.waitForFunction(() => window.designBoard !== undefined);
  await page.addScriptTag({ path: axeSource });
  return page;
}

/** Two boards, because at least two cores are available. Each board renders every second state. */
beforeAll(async () => {
  [gallery, browser] = await Promise.all([serveBuiltGallery(), launchBrowser()]);
  pages = await Promise.all([openBoard(), openBoard()]);
});

afterAll(async () => {
  await browser?.close();
  gallery?.stop();
});

type Find = (page: Page, state: StateName) => Promise<string[]>;

async function look(page: Page, first: number, every: number, find: Find): Promise<string[]> {
  const states = await page.evaluate(() => window.designBoard?.states.map(({ name }) => name) ?? []);
  const found: string[] = [];
  for (const state of states.filter((_, index) => index % every === first)) {
    found.push(...(await find(page, state)).map((finding) => `${state}: ${finding}`));
  }
  return found;
}

const lookAtPart = async (part: number, parts: number, find: Find): Promise<string[]> =>
  (await Promise.all(pages.map((page, board) => look(page, part * pages.length + board, parts * pages.length, find)))).flat();

/**
 * Number of tests among which the states are divided. A single test for all states in all looks would take minutes and exceed the time
 * limit.
 */
const parts = 8;

const show = (page: Page, state: StateName) => page.evaluate((name) => window.designBoard?.showAlone(name), state);

/** A rule that does not apply to print. Closed sections are printed open, but nothing on paper can receive the focus. */
const notOnPaper = { 'aria-hidden-focus': { enabled: false } };

async function violations(page: Page, exceptions: object = {}): Promise<string[]> {
  const found = await page.evaluate(
    async ({ tags, except }) => {
      const { violations: rulesBroken } = await axe.run(document, {
        runOnly: tags,
        rules: { 'color-contrast-enhanced': { enabled: true }, ...except },
        resultTypes: ['violations'],
      });
      return rulesBroken.flatMap(({ id, nodes }) => nodes.map(({ html, target }) => ({ rule: id, html, target: String(target) })));
    },
    { tags: rules, except: exceptions },
  );
  return found
    .filter(({ rule, html }) => !isExplained('axe', { rule, place: html, message: '', isUndecided: false }, null))
    .map(({ rule, html, target }) => `${rule} at ${target} ${html.slice(0, 120)}`);
}

/** Components with a background. In forced colors, the test checks by pixels that the background is visible. */
const filled: ReadonlySet<string> = new Set(['Badge', 'Button', 'CopyButton', 'IconButton', 'LinkButton']);

async function labelFaults(page: Page): Promise<string[]> {
  const elements = await page.locator('main').locator(labelled).filter({ visible: true }).all();
  const found: string[] = elements.length === 0 ? ['has no button and no badge'] : [];
  for (const element of elements) found.push((await labelFault(element)) ?? '');
  return found.filter((fault) => fault !== '');
}

/** Renders the state only once for all looks, because rendering takes longer than checking. */
async function violationsInEveryLook(page: Page, state: StateName): Promise<string[]> {
  await show(page, state);
  const found = await page.locator('[data-failed]').allTextContents();
  const isOverPage = await page.evaluate(() => document.getElementById('root')?.inert === true);
  const component = state.split(':', 1)[0] ?? '';
  if (isOverPage && !needsFrame(component)) found.push('opens above the page, so its component needs a frame on the board');
  for (const [name, media] of Object.entries(looks)) {
    await page.emulateMedia({ media: 'screen', colorScheme: 'light', contrast: 'no-preference', forcedColors: 'none', ...media });
    found.push(...(await violations(page, name === 'print' ? notOnPaper : {})).map((finding) => `in ${name}: ${finding}`));
    if (name === 'forced colors' && filled.has(component)) found.push(...(await labelFaults(page)).map((fault) => `in ${name}: ${fault}`));
  }
  return found;
}

describe('every component state', () => {
  it.each(Array.from({ length: parts }, (_, part) => part))(
    'keeps the rules of axe, AAA included, in five themes and forced colors, and shows its labels in these, part %i',
    async (part) => {
      const states = await pages[0]!.evaluate(() => window.designBoard?.states.length ?? 0);
      expect(states).toBeGreaterThan(50);
      expect(await lookAtPart(part, parts, violationsInEveryLook)).toEqual([]);
      expect(faults).toEqual([]);
    },
  );

  it('fits into 320 pixels without sideways scrolling', async () => {
    await Promise.all(pages.map((page) => page.setViewportSize({ width: 320, height: 640 })));
    const found = await lookAtPart(0, 1, async (page, state) => {
      await show(page, state);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      return overflow > 0 ? [`${overflow} pixels too wide`] : [];
    });
    expect(found).toEqual([]);
  });
});

describe('the audit itself', () => {
  const plant = (page: Page, html: string) =>
    page.evaluate((text) => document.querySelector('main')?.insertAdjacentHTML('beforeend', text), html);

  it('sees a control without a name', async () => {
    const [page] = pages;
    await plant(page!, '<button></button>');
    expect(await violations(page!)).toContainEqual(expect.stringMatching(/^button-name at/));
  });

  it('sees text that is readable by AA but not by AAA', async () => {
    const [page] = pages;
    await page!.emulateMedia({ colorScheme: 'light', forcedColors: 'none', media: 'screen', contrast: 'no-preference' });
    await plant(page!, '<p style="color: #666; background: #fff">Grey</p>');
    expect(await violations(page!)).toEqual(expect.arrayContaining([expect.stringMatching(/^color-contrast-enhanced at/)]));
  });

  it.each(['Button: primary', 'Button: unavailable', 'Badge: positive', 'IconButton: available'] as const)(
    'sees in forced colors that a fill swallows the label of %s, or that only a patch under it keeps it',
    async (state) => {
      const [page] = pages;
      await page!.emulateMedia({ colorScheme: 'light', forcedColors: 'active', media: 'screen', contrast: 'no-preference' });
      await show(page!, state);
      expect(await labelFaults(page!)).toEqual([]);
      const fill = (style: string) =>
        page!
          .locator('main')
          .locator(labelled)
          .first()
          .evaluate((element, text) => void ((element as HTMLElement).style.cssText = text), style);
      await fill('forced-color-adjust: none; background: CanvasText; color: CanvasText');
      expect(await labelFaults(page!)).toEqual([expect.stringContaining('has a contrast of 1.00')]);
      if (state.startsWith('Icon')) return;
      await fill('background: CanvasText');
      expect(await labelFaults(page!)).toEqual([expect.stringContaining('stands on a patch')]);
    },
  );

  it('sees what is too wide', async () => {
    const [page] = pages;
    await page!.setViewportSize({ width: 320, height: 640 });
    await plant(page!, '<p style="inline-size: 400px">Wide</p>');
    expect(await page!.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeGreaterThan(0);
  });
});
