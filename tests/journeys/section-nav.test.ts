import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useReadingJourney } from '#tests/support/journey.ts';

const journey = useReadingJourney();

const nav = (page: Page) => page.getByRole('navigation', { name: 'Sections of this page' });
const focusedWords = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

async function stopsTo(page: Page, words: string): Promise<number> {
  for (let stops = 1; stops <= 20; stops += 1) {
    await page.keyboard.press('Tab');
    if ((await focusedWords(page)) === words) return stops;
  }
  throw new Error(`"${words}" is not among the next 20 stops`);
}

async function skipBar(page: Page): Promise<number> {
  const stops = await stopsTo(page, 'Skip to content');
  await page.keyboard.press('Enter');
  return stops;
}

it('leads to the spend cap in at most eight Tab stops', async () => {
  const page = await journey.open('owner', '/org/pro-payg/billing');
  expect(await nav(page).getByRole('link').allInnerTexts()).toEqual([
    'Subscription Plan',
    'Upcoming Invoice',
    'Cost Control',
    'Credit Balance',
    'Payment Methods',
    'Email Recipients',
    'Billing Address & Tax ID',
    'Past Invoices',
  ]);
  const toLink = (await skipBar(page)) + (await stopsTo(page, 'Spend cap is off'));
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedWords(page)).toBe('Cost Control');
  expect(new URL(page.url()).hash).toBe('#cost-control');
  expect(toLink + (await stopsTo(page, 'Change spend cap'))).toBeLessThanOrEqual(8);
  expect(await nav(page).locator('[aria-current]').allInnerTexts()).toEqual(['Cost Control']);
});

it('stays at the top of the window and marks the section in view', async () => {
  const page = await journey.open('owner', '/org/pro-payg/billing');
  const heading = page.getByRole('heading', { name: 'Past Invoices' });
  await nav(page).getByRole('link', { name: 'Past Invoices' }).click();
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
  const bar = await nav(page).boundingBox();
  const below = await heading.boundingBox();
  expect([bar?.y, (below?.y ?? 0) >= (bar?.height ?? 0)]).toEqual([0, true]);
  await expect.poll(() => nav(page).locator('[aria-current=location]').allInnerTexts()).toEqual(['Past Invoices']);
  // This jump scrolls past the sections without showing them.
  await page.keyboard.press('Control+Home');
  await expect.poll(() => nav(page).locator('[aria-current=location]').allInnerTexts()).toEqual(['Subscription Plan']);
  // Follows the same link again. The URL stays the same, but the page must jump to the section again.
  await page.getByRole('button', { name: 'Find invoices' }).focus();
  await nav(page).getByRole('link', { name: 'Past Invoices' }).click();
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
});

it('keeps the title of a long section in sight, with its main action at the end of the first row', async () => {
  const page = await journey.open('owner', '/org/pro-payg/billing', { viewport: { width: 1280, height: 900 } });
  const section = page.getByRole('region', { name: 'Upcoming Invoice' });
  const box = await section.boundingBox();
  await page.evaluate((top) => window.scrollTo(0, top), (box?.y ?? 0) + (box?.height ?? 0) / 2);
  const title = section.getByRole('heading', { name: 'Upcoming Invoice' });
  await expect.poll(async () => ((await title.boundingBox())?.y ?? -1) > 0).toBe(true);
  const edges = await page
    .getByRole('region', { name: 'Subscription Plan' })
    .getByRole('button', { name: 'Change subscription plan' })
    .evaluate((button) => {
      const sheet = button.closest('section')?.getBoundingClientRect();
      const { right, top } = button.getBoundingClientRect();
      return sheet && { right: sheet.right - right, top: top - sheet.top };
    });
  // `right` is the inline padding of the sheet plus its border, `top` is the block padding plus the border, in pixels.
  expect(edges).toEqual({ right: 21, top: 17 });
  // A section has at most one main action. Rows of a table can have additional main actions.
  const mains = await page
    .getByRole('main')
    .locator('section')
    .evaluateAll((sections) =>
      sections.map((each) => [...each.querySelectorAll('[data-variant=primary]')].filter((at) => !at.closest('table')).length),
    );
  expect(Math.max(...mains)).toBe(1);
});

it('lists only the sections that an organization has, and on a phone opens with a button', async () => {
  const phone = await journey.open('owner', '/org/free-start/billing', { viewport: { width: 400, height: 800 } });
  expect(await nav(phone).getByRole('link').count()).toBe(0);
  const toButton = (await skipBar(phone)) + (await stopsTo(phone, 'Sections'));
  await phone.keyboard.press('Enter');
  await nav(phone).getByRole('link', { name: 'Cost Control' }).waitFor();
  expect(await nav(phone).getByRole('link', { name: 'Upcoming Invoice' }).count()).toBe(0);
  const toLink = await stopsTo(phone, 'Cost Control');
  await phone.keyboard.press('Enter');
  await expect.poll(() => nav(phone).getByRole('link').count()).toBe(0);
  await expect.poll(() => phone.locator(':focus').getAttribute('id')).toBe('cost-control-heading');
  expect(toButton + toLink + (await stopsTo(phone, 'Change spend cap'))).toBeLessThanOrEqual(8);
});
