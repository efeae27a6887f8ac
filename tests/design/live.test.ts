import type { Browser, FrameLocator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '#tests/support/browser.ts';
import { startGallery, type GalleryServer } from './gallery-server.ts';
import { copyProject, type ProjectCopy } from './project-copy.ts';

/** Maximum milliseconds of an update. An idle machine takes half a second, but other tests run at the same time. */
const atOnceMs = 6000;

const light = 'design-tokens/semantic/light.tokens.json';
const ramps = 'design-tokens/reference/color.tokens.json';

let project: ProjectCopy;
let gallery: GalleryServer;
let browser: Browser;
let page: Page;
let board: FrameLocator;
const consoleErrors: string[] = [];

beforeAll(async () => {
  project = copyProject();
  [gallery, browser] = await Promise.all([startGallery(project.root), launchBrowser()]);
  page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: 'light', reducedMotion: 'reduce' });
  page.setDefaultTimeout(20_000);
  page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
  await page.goto(`${gallery.origin}/__design?view=components&name=TextLink`);
  board = page.frameLocator('iframe[title="Component states"]');
  await board.getByRole('link').first().waitFor();
  await page.evaluate(() => Object.assign(window, { openedOnce: true }));
});

afterAll(async () => {
  await browser?.close();
  await gallery?.server.close();
  project?.remove();
});

const colorOfLink = () =>
  board
    .getByRole('link')
    .first()
    .evaluate((link) => getComputedStyle(link).color);
const explained = (says: RegExp) => page.getByRole('listitem').filter({ hasText: says }).first();
const wasNotReloaded = () => page.evaluate(() => 'openedOnce' in window);

async function savedUntil(file: string, change: (text: string) => string, expected: () => Promise<void>): Promise<number> {
  const started = performance.now();
  project.save(file, change);
  await expected();
  return performance.now() - started;
}

const linkOn = (step: string) => (text: string) => text.replace(/("link": \{\s+"\$value": ")[^"]+/, `$1{color.ref.${step}}`);

async function expectExplained(file: string, fault: (text: string) => string, says: RegExp): Promise<void> {
  const good = project.read(file);
  const color = await colorOfLink();
  try {
    await savedUntil(file, fault, () => explained(says).waitFor());
    expect(await colorOfLink()).toBe(color);
    expect(gallery.printed()).toMatch(says);
    expect(consoleErrors.join('\n')).toMatch(says);
    expect(await wasNotReloaded()).toBe(true);
  } finally {
    await savedUntil(
      file,
      () => good,
      () => explained(says).waitFor({ state: 'detached' }),
    );
  }
}

it('draws tokens with all their uses, and states, without a complaint in the console', async () => {
  const other = await browser.newPage();
  const complaints: string[] = [];
  other.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  other.on('pageerror', (error) => complaints.push(String(error)));
  for (const [view, heading] of [
    ['', 'Tokens'],
    ['?view=components&name=TextLink', 'Components'],
  ]) {
    await other.goto(`${gallery.origin}/__design${view}`);
    await other
      .getByRole('heading', { name: heading ?? '' })
      .first()
      .waitFor();
  }
  await other.close();
  expect(complaints).toEqual([]);
});

describe('a saved token file', () => {
  it('changes the states at once, without a reload', async () => {
    const before = await colorOfLink();
    const elapsed = await savedUntil(light, linkOn('iris.850'), () => expect.poll(colorOfLink, { interval: 10 }).not.toBe(before));
    expect(elapsed).toBeLessThan(atOnceMs);
    expect(await wasNotReloaded()).toBe(true);
  });

  it('marks the pairs and the states that it breaks, and nothing once they are mended', async () => {
    const caption = board.getByText('in a sentence: broken');
    const elapsed = await savedUntil(light, linkOn('iris.500'), () => caption.waitFor());
    expect(elapsed).toBeLessThan(atOnceMs);
    await page.getByText(/color\.text\.link: on color\.surface\.canvas in theme "light" is .* needs 7:1/).waitFor();
    await page.getByRole('link', { name: 'Tokens' }).click();
    await page.getByRole('table', { name: 'Contrast in theme Light' }).getByText('needs 7').first().waitFor();
    await page.getByRole('link', { name: 'Components' }).click();
    await caption.waitFor();
    const broken = await colorOfLink();
    await savedUntil(light, linkOn('iris.750'), () => caption.waitFor({ state: 'detached' }));
    await expect.poll(colorOfLink, { timeout: atOnceMs }).not.toBe(broken);
    expect(await page.getByText('Broken design rules').count()).toBe(0);
    await page.evaluate(() => Object.assign(window, { openedOnce: true }));
  });
});

describe("a token file that can't be used leaves the last good style sheet and is explained in page and console", () => {
  it('broken JSON', () =>
    expectExplained(light, (text) => text.replace('{', '{,'), /semantic\/light\.tokens\.json: \(file\): is not JSON/));

  it('an alias cycle', () =>
    expectExplained(
      light,
      (text) => text.replace(/("link": \{\s+"\$value": ")[^"]+/, '$1{color.text.link}'),
      /light\.tokens\.json: color\.text\.link: may alias reference tokens only/,
    ));

  it('a colour outside sRGB', () =>
    expectExplained(
      ramps,
      (text) => text.replace(/("750": \{[^[]*"components": \[)[^\]]+/, '$10.6, 0.4, 150'),
      /color\.tokens\.json: color\.ref\.\w+\.750: .*sRGB/,
    ));

  it('a token that is taken away while a style sheet uses it', async () => {
    const files = ['light', 'dark', 'light-high-contrast', 'dark-high-contrast', 'print'].map(
      (theme) => `design-tokens/semantic/${theme}.tokens.json`,
    );
    const good = files.map((file) => project.read(file));
    const color = await colorOfLink();
    const withoutLink = (text: string) => {
      const json = JSON.parse(text) as { color: { text: Record<string, unknown> } };
      delete json.color.text['link'];
      return JSON.stringify(json);
    };
    for (const file of files) project.save(file, withoutLink);
    const says = /--color-text-link is no token/;
    await explained(says).waitFor();
    expect(await colorOfLink()).toBe(color);
    // The page lists only the first problems. The console lists all problems.
    expect(gallery.printed()).toMatch(/src\/ui\/TextLink\/TextLink\.module\.css.*--color-text-link is no token/);
    files.forEach((file, index) => project.save(file, () => good[index] ?? ''));
    await explained(says).waitFor({ state: 'detached' });
  });
});

describe('the editor', () => {
  it('writes a moved slider into the file, on the one line of the colour', async () => {
    const before = project.read(ramps);
    await page.goto(`${gallery.origin}/__design?token=color.text.link`);
    await page.getByRole('button', { name: '750, edit color.ref.iris.750' }).click();
    const lightness = page.getByRole('slider', { name: 'Lightness (L)' });
    await lightness.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => project.read(ramps), { interval: 20 }).not.toBe(before);
    const changed = project
      .read(ramps)
      .split('\n')
      .filter((line, index) => line !== before.split('\n')[index]);
    expect(changed).toHaveLength(1);
    expect(changed[0]).toMatch(/"components": \[0\.\d+/);
  });

  it('refuses a colour outside sRGB and leaves the file', async () => {
    const before = project.read(ramps);
    await page.getByRole('slider', { name: 'Chroma (C)' }).fill('0.33');
    await page
      .getByText(/color\.ref\.iris\.750: .*sRGB/)
      .first()
      .waitFor();
    expect(project.read(ramps)).toBe(before);
  });

  it('chooses another step for a semantic colour', async () => {
    await page.getByRole('button', { name: /^Edit ?, color\.text\.link$/ }).click();
    await page
      .getByRole('group', { name: 'Light: semantic/light.tokens.json' })
      .getByLabel('Stands on', { exact: true })
      .selectOption('color.ref.iris.800');
    await expect.poll(() => project.read(light), { interval: 20 }).toMatch(/"link": \{\s+"\$value": "\{color\.ref\.iris\.800\}"/);
  });

  it('takes the focus when it opens and gives it back when it closes', async () => {
    const heading = page.getByRole('heading', { name: 'Edit color.text.link' });
    expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Close editor' }).click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)).toMatch(
      /750/,
    );
  });

  it('takes nothing from another site', async () => {
    const answer = await fetch(`${gallery.origin}/__design/definitions`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site' },
      body: '{}',
    });
    expect(answer.status).toBe(403);
  });
});
