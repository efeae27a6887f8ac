import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useReadingJourney } from '#tests/support/journey.ts';

const journey = useReadingJourney();

const signInAs = (page: Page, member: string) => page.getByRole('button', { name: `Sign in as ${member}`, exact: true }).click();
const next = (page: Page): string | null => new URL(page.url()).searchParams.get('next');

it('links the product name to the sign-in page, which also opens for any link without a session', async () => {
  journey.forgive(/status of 404/);
  const page = await journey.open(null, '/sign-in');
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link').click();
  await page.waitForURL(/\/sign-in\?next=/);
  expect(next(page)).toBe('/');
  await page.getByRole('heading', { level: 1, name: 'Sign in', exact: true }).waitFor();

  const lost = await journey.open(null, '/nowhere');
  await lost.getByRole('navigation', { name: 'Site' }).getByRole('link').click();
  await lost.waitForURL(/\/sign-in\?next=/);
  await signInAs(lost, 'owner');
  await lost.getByRole('heading', { level: 1, name: 'Organizations', exact: true }).waitFor();
});

it('opens the sign-in page when the session ends, and returns to the same place afterwards', async () => {
  journey.forgive(/status of 401/);
  const page = await journey.open('owner', '/org/pro-payg/billing');
  await page.getByRole('button', { name: 'Find invoices' }).waitFor();
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Activity', exact: true }).first().click();
  await page.waitForURL(/\/sign-in\?next=/);
  expect(next(page)).toBe('/org/pro-payg/activity');
  await signInAs(page, 'owner');
  await page.waitForURL('**/org/pro-payg/activity');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByText('Failed to retrieve activity').count()).toBe(0);
});

it('returns to the part of the page that the URL names', async () => {
  const page = await journey.open(null, '/org/pro-payg/billing?invoice-status=paid#invoices');
  await page.getByRole('heading', { level: 1, name: 'Sign in', exact: true }).waitFor();
  await expect
    .poll(() => page.locator('input[name=next]').getAttribute('value'))
    .toBe('/org/pro-payg/billing?invoice-status=paid#invoices');
  await signInAs(page, 'owner');
  await page.waitForURL('**/org/pro-payg/billing?invoice-status=paid#invoices');
});

it('keeps what was typed: it offers the sign-in in another tab, and continues after it', async () => {
  journey.forgive(/status of 401/);
  const page = await journey.open('owner', '/org/pro-payg/billing');
  const invoices = page.getByRole('region', { name: 'Past Invoices' });
  await invoices.getByRole('button', { name: 'Find invoices' }).click();
  const field = invoices.getByLabel('Invoice number');
  await field.fill('3');
  await page.context().clearCookies();
  await page.keyboard.press('Enter');
  const link = invoices.getByRole('link', { name: /^Sign in again/ }).first();
  const [tab] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await signInAs(tab, 'owner');
  await tab.waitForURL(/\/org\/pro-payg\/billing\?.*invoice-number=3/);
  await tab.close();
  expect(await field.inputValue()).toBe('3');
  await invoices.getByRole('button', { name: 'Retry, invoices', exact: true }).click();
  await invoices.getByRole('link', { name: /-0003$/ }).waitFor();
  expect(await field.inputValue()).toBe('3');
});
