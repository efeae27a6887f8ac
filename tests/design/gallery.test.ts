import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '#tests/support/browser.ts';
import { serveBuiltGallery, type BuiltGallery } from './built-gallery.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

let gallery: BuiltGallery;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [gallery, browser] = await Promise.all([serveBuiltGallery(), launchBrowser()]);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, colorScheme: 'light', reducedMotion: 'reduce' });
  page = await context.newPage();
  page.setDefaultTimeout(20_000);
});

afterAll(async () => {
  await browser?.close();
  gallery?.stop();
});

const open = (query: string) => page.goto(`${gallery.origin}/__design${query}`);
const board = () => page.frameLocator('iframe[title="Component states"]');

async function violations(): Promise<string[]> {
  // Excludes samples of color pairs, which show any contrast on purpose.
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(tags)
    .exclude('iframe')
    .exclude('td > [aria-hidden=true]')
    .analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html.slice(0, 100)}`));
}

describe('the gallery page', () => {
  it.each(['?name=ink', '?view=components&name=Badge', '?view=sections&name=Credit', '?view=screens&name=Top up'])(
    '%s keeps the rules of axe in light, dark and narrow',
    async (query) => {
      await open(query);
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect([colorScheme, await violations()]).toEqual([colorScheme, []]);
      }
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
      expect(await violations()).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.emulateMedia({ colorScheme: 'light' });
    },
  );

  it('is reached by keyboard: skip link, views, filters, switches', async () => {
    await open('?view=components');
    await page.getByRole('heading', { name: 'Components' }).waitFor();
    const order: string[] = [];
    for (let press = 0; press < 15; press += 1) {
      await page.keyboard.press('Tab');
      order.push(
        await page.evaluate(
          () => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent ?? document.activeElement?.textContent ?? '',
        ),
      );
    }
    expect(order).toEqual([
      'Skip to content',
      'Tokens',
      'Components',
      'Sections',
      'Screens',
      'Filter',
      'Name',
      'Token',
      'Show as',
      'Theme',
      'Width',
      'Density',
      'Direction',
      'Forced colors',
      'Reduced motion',
    ]);
  });

  it('says in its address what it shows, and shows what its address says', async () => {
    await open('?view=components&name=Badge');
    await page.getByLabel('Theme').selectOption('darkHighContrast');
    await page.getByLabel('Forced colors').check();
    expect(new URL(page.url()).search).toBe('?view=components&name=Badge&forced-colors=active&theme=darkHighContrast');
    await page.reload();
    expect(await page.getByLabel('Theme').inputValue()).toBe('darkHighContrast');
    await page.getByRole('link', { name: 'Tokens' }).click();
    await page.goBack();
    await page.getByRole('heading', { name: 'Components' }).waitFor();
  });

  it('has no editor where no development server stands behind it', async () => {
    await open('?name=color.text');
    await page.getByRole('table', { name: 'color.text' }).waitFor();
    expect(await page.getByRole('button', { name: /^Edit|, edit / }).count()).toBe(0);
  });
});

describe('the filters', () => {
  it('find tokens by name, and states by name and by the token that they use', async () => {
    await open('?token=color.text.link');
    await page.getByRole('rowheader', { name: /color\.text\.link/ }).waitFor();
    await page.getByRole('link', { name: 'Components' }).click();
    await board().getByRole('heading', { name: 'TextLink' }).waitFor();
    const all = await board().getByRole('heading', { level: 2 }).allTextContents();
    expect(all).toContain('TextLink');
    expect(all).not.toContain('Meter');
    await page.getByLabel('Name').fill('TextLink: right');
    await expect.poll(() => board().getByRole('figure').count(), { timeout: 20_000 }).toBe(1);
  });
});

describe('the switches', () => {
  const styleOf = (property: string) =>
    board()
      .locator('body')
      .evaluate((body, name) => getComputedStyle(body).getPropertyValue(name), property);

  it('give the board the chosen width, theme, density and direction', async () => {
    await open('?view=components&name=Badge&width=480');
    await board().getByRole('figure').first().waitFor();
    expect(
      await board()
        .locator('body')
        .evaluate(() => innerWidth),
    ).toBe(480);
    const light = await styleOf('background-color');
    await page.getByLabel('Theme').selectOption('dark');
    await expect.poll(() => styleOf('background-color')).not.toBe(light);
    const control = await styleOf('--density-control');
    await page.getByLabel('Density').selectOption('compact');
    await expect.poll(() => styleOf('--density-control')).not.toBe(control);
    await page.getByLabel('Direction').selectOption('rtl');
    await expect.poll(() => styleOf('direction')).toBe('rtl');
  });

  it.each(['light', 'dark', 'lightHighContrast', 'darkHighContrast'] as const)(
    'show theme %s exactly as the browser shows it to who asks for it',
    async (theme) => {
      const colors = () =>
        board()
          .locator('body')
          .evaluate((body) => {
            const names = ['--color-surface-canvas', '--color-text-primary', '--color-text-link', '--color-border-control'];
            const probe = body.appendChild(document.createElement('span'));
            const values = names.map((name) => ((probe.style.color = `var(${name})`), getComputedStyle(probe).color));
            probe.remove();
            return values;
          });
      await open(`?view=components&name=Badge&theme=${theme}`);
      await board().getByRole('figure').first().waitFor();
      const switched = await colors();
      await page.emulateMedia({
        colorScheme: theme.startsWith('dark') ? 'dark' : 'light',
        contrast: theme.endsWith('HighContrast') ? 'more' : 'no-preference',
      });
      await open('?view=components&name=Badge');
      await board().getByRole('figure').first().waitFor();
      expect(await colors()).toEqual(switched);
      await page.emulateMedia({ colorScheme: 'light', contrast: 'no-preference' });
    },
  );

  it.each([
    ['print', 'theme=print', { media: 'print' }],
    ['forced colors', 'forced-colors=active', { forcedColors: 'active' }],
    ['reduced motion', 'motion=reduced', { reducedMotion: 'reduce' }],
  ] as const)('emulate %s with the values that the browser itself would use', async (_, query, media) => {
    const values = () =>
      board()
        .locator('html')
        .evaluate((root) => {
          const style = getComputedStyle(root);
          return [...document.styleSheets]
            .flatMap(
              (sheet) =>
                [...sheet.cssRules]
                  .map((rule) => rule.cssText)
                  .join(' ')
                  .match(/--(?:color|motion)-[\w-]+/g) ?? [],
            )
            .filter((name, index, all) => all.indexOf(name) === index)
            .map((name) => `${name}: ${style.getPropertyValue(name)}`);
        });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await open(`?view=components&name=Badge&${query}`);
    await board().getByRole('figure').first().waitFor();
    const emulated = await values();
    await open('?view=components&name=Badge');
    await board().getByRole('figure').first().waitFor();
    const plain = await values();
    await page.emulateMedia(media);
    const real = await values();
    await page.emulateMedia({ media: 'screen', forcedColors: 'none', reducedMotion: 'reduce' });
    expect(emulated.length).toBeGreaterThan(40);
    expect(emulated).toEqual(real);
    expect(emulated).not.toEqual(plain);
  });
});

describe('states that open above the page', () => {
  it('are drawn in documents of their own, leave the focus where it is and can be opened alone', async () => {
    await page.clock.install();
    await open('?view=components&name=AlertDialog');
    await page.getByLabel('Name').focus();
    const frame = board().frameLocator('iframe[title="AlertDialog: idle"]');
    await frame.locator('[role=alertdialog]').waitFor({ state: 'attached' });
    await expect.poll(() => frame.locator('body').evaluate(() => window.designBoard !== undefined)).toBe(true);
    // Sets a marker 600 ms after the dialog has opened. At that time, React Aria's focus check, which runs after 500 ms, is over.
    await frame.locator('body').evaluate((body) => void setTimeout(() => (body.dataset['later'] = 'true'), 600));
    await page.clock.runFor(600);
    await frame.locator('body[data-later]').waitFor({ state: 'attached' });
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent)).toBe('Name');
    const [alone] = await Promise.all([
      page.waitForEvent('popup'),
      board()
        .getByRole('link', { name: /AlertDialog: idle/ })
        .click(),
    ]);
    await alone.getByRole('alertdialog').waitFor();
    await expect.poll(() => alone.evaluate(() => document.activeElement?.closest('[role=alertdialog]') !== null)).toBe(true);
    await alone.close();
  });

  it('turn their whole document right to left', async () => {
    await open('?view=components&name=AlertDialog: right');
    const dialog = board().frameLocator('iframe[title="AlertDialog: right to left"]').getByRole('alertdialog');
    await expect.poll(() => dialog.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  });
});
