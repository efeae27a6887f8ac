import { expect, it } from 'vitest';
import { activityTexts } from '#lib/texts/activity.ts';
import { budgetsTexts } from '#lib/texts/budgets.ts';
import { useJourney } from '#tests/support/journey.ts';

const journey = useJourney();

it('links each page of an organization to all others, and marks the current one', async () => {
  const page = await journey.open('owner', '/org/pro-payg/billing');
  const pages = page.getByRole('navigation', { name: 'Lantern Media' });
  for (const [words, heading] of [
    ['Usage', 'Usage'],
    ['Budgets', 'Budgets'],
    ['Activity', 'Activity'],
    ['Proposals', 'Proposals'],
    ['Tokens', 'Tokens'],
    ['Projects', 'Lantern Media'],
    ['Billing', 'Billing'],
  ] as const) {
    await pages.getByRole('link', { name: words }).click();
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    expect(await pages.locator('[aria-current]').allInnerTexts()).toEqual([words]);
  }
  await page
    .getByRole('region', { name: 'Past Invoices' })
    .getByRole('link', { name: /^55J3WZ5U-/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: /^Invoice / }).waitFor();
  expect(await pages.getByRole('link', { name: 'Billing' }).getAttribute('aria-current')).toBe('true');
});

it('changes the organization, keeps the kind of page and goes to its heading', async () => {
  const page = await journey.open('owner', '/org/pro-payg/usage');
  const menu = page.getByRole('button', { name: 'Organization: Lantern Media Pro' });
  await menu.press('Enter');
  const site = page.getByRole('navigation', { name: 'Site' });
  await site.getByRole('link', { name: 'Lantern Media' }).waitFor();
  expect(await site.locator('[aria-current=true]').allInnerTexts()).toEqual(['Lantern Media']);
  await page.keyboard.press('Escape');
  await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false');
  expect(await menu.evaluate((element) => element === document.activeElement)).toBe(true);
  await menu.press('Enter');
  await site.getByRole('searchbox', { name: 'Find an organization' }).fill('harbour');
  await page.getByRole('status').getByText('1 organization found').waitFor();
  await site.getByRole('link', { name: 'Harbour Logistics' }).click();
  await page.waitForURL('**/org/pro-capped/usage');
  await expect.poll(() => page.locator(':focus').innerText()).toBe('Usage');
  await page.getByRole('navigation', { name: 'Harbour Logistics' }).waitFor();
  expect(await page.getByRole('searchbox').count()).toBe(0);
});

it("closes the member's menu when the focus leaves it, and by a press elsewhere", async () => {
  const page = await journey.open('owner', '/org/pro-capped/billing');
  const menu = page.getByRole('button', { name: 'olivia-owner' });
  await menu.press('Enter');
  await page.getByRole('button', { name: 'Sign out' }).focus();
  await page.keyboard.press('Tab');
  expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
  await menu.click();
  await page.getByRole('heading', { level: 1 }).click();
  expect(await menu.getAttribute('aria-expanded')).toBe('false');
});

it('shortens a long name of an organization in its middle on a phone, and keeps it whole for screen readers', async () => {
  const page = await journey.open('owner', '/org/extreme-text/billing', { viewport: { width: 390, height: 844 } });
  const menu = page.getByRole('button', { name: /^Organization: \S{40,} Pro$/ });
  const whole = (await menu.innerText()).replace(/\s/g, '');
  const parts = menu.locator('[translate=no] > span');
  expect(whole).toContain((await parts.allInnerTexts()).join(''));
  const isCut = (place: number) =>
    parts.nth(place).evaluate((element) => element.scrollWidth > element.clientWidth && element.clientWidth > 0);
  expect([await isCut(0), await isCut(1)]).toEqual([true, false]);
  expect((await menu.boundingBox())?.height).toBeLessThanOrEqual(48);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

it('has one row of 56 px in a narrow window, with help in the menu of the member', async () => {
  const page = await journey.open('owner', '/org/busy-year/billing', { viewport: { width: 320, height: 800 } });
  const banner = page.getByRole('banner');
  const menu = banner.getByRole('button', { name: 'olivia-owner' });
  const controls = [
    banner.getByRole('link', { name: 'Groundwork' }),
    banner.getByRole('button', { name: 'Organization: Sundial Tickets Pro' }),
    banner.getByRole('button', { name: 'Search or jump to' }),
    menu,
  ];
  for (const control of controls) {
    const { y = 0, height = 0 } = (await control.boundingBox()) ?? {};
    expect([y >= 0, height >= 44, y + height <= 56]).toEqual([true, true, true]);
  }
  await menu.click();
  await banner.getByRole('link', { name: 'Help, opens in new tab' }).waitFor();
});

it('keeps the tabs of pages that a member may not read, and says why there', async () => {
  const page = await journey.open('viewer', '/org/pro-payg/billing');
  const pages = page.getByRole('navigation', { name: 'Lantern Media' });
  for (const [words, why] of [
    ['Budgets', budgetsTexts.noRead],
    ['Activity', activityTexts.noRead],
  ] as const) {
    await pages.getByRole('link', { name: words }).click();
    await page.getByText(why, { exact: true }).waitFor();
  }
  expect(await pages.getByRole('link').allInnerTexts()).toEqual([
    'Projects',
    'Usage',
    'Budgets',
    'Billing',
    'Activity',
    'Proposals',
    'Tokens',
  ]);
});

it('has the bar on every kind of page', async () => {
  journey.forgive(/status of 404/);
  for (const address of ['/', '/sessions', '/org/pro-payg', '/nothing']) {
    const page = await journey.open('owner', address);
    const brand = page.getByRole('banner').getByRole('link', { name: 'Groundwork', exact: true });
    await brand.locator('svg').waitFor();
    await page.getByRole('button', { name: 'Search or jump to' }).waitFor();
  }
  const signIn = await journey.open(null, '/sign-in');
  await signIn.getByRole('banner').getByRole('link', { name: 'Groundwork', exact: true }).locator('svg').waitFor();
});
