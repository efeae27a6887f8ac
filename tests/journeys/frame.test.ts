import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';

const journey = useJourney();

it('links each page of an organization to all others, and marks the current one', async () => {
  const page = await journey.open('owner', '/org/pro-payg/billing');
  const pages = page.getByRole('navigation', { name: 'Lantern Media' });
  for (const [words, heading] of [
    ['Usage', 'Usage'],
    ['Budgets', 'Budgets'],
    ['Activity', 'Activity'],
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
