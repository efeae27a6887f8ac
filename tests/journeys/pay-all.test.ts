import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';
import { payOnHostedPage } from '#tests/support/payment-page.ts';

const journey = useJourney();

const panel = (page: Page) => page.getByRole('region', { name: /^Pay all:/ });
const place = (page: Page, words: string) =>
  panel(page)
    .getByRole('heading', { name: `Pay all: ${words}`, exact: true })
    .waitFor();
const focused = (page: Page) => page.locator(':focus').innerText();
const leave = (page: Page) => panel(page).getByRole('button', { name: /^Go to the payment page, invoice / });

it('stays at an invoice whose card was declined', async () => {
  const page = await journey.open('owner', '/org/restricted/billing');
  await page
    .getByRole('region', { name: /^Restricted: / })
    .getByRole('link', { name: 'Pay 2 open invoices' })
    .press('Enter');
  await place(page, '1 of 2');
  await expect.poll(() => focused(page)).toBe('Pay all: 1 of 2');
  expect(new URL(page.url()).search).toBe('');
  await panel(page)
    .getByText(/^First is invoice \S+ of \$[\d.]+\. Each of the 2 invoices has its own payment page/)
    .waitFor();
  const numbers = await panel(page).getByRole('listitem').allInnerTexts();
  expect(numbers.map((words) => words.replace(/^.*, /, ''))).toEqual(['next', 'open']);

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/pay\//);
  journey.forgive(/status of 402/);
  await payOnHostedPage(page, '4000000000000002');
  await page.getByText('Your card was declined', { exact: false }).first().waitFor();
  await page.getByRole('link', { name: /^Cancel and go back/ }).click();
  await place(page, '1 of 2');
  await panel(page)
    .getByText(/is not paid yet\. If the card was declined, nothing was charged\./)
    .waitFor();
  await expect.poll(() => focused(page)).toBe('Pay all: 1 of 2');
});

it('pays two overdue invoices one after the other', async () => {
  const page = await journey.open('owner', '/org/restricted/billing?pay=all#invoices');
  await place(page, '1 of 2');
  await leave(page).click();
  await page.waitForURL(/\/pay\//);
  await payOnHostedPage(page);
  await page.waitForURL(/\/billing\?paid=in_/);
  await place(page, '2 of 2');
  await page
    .getByRole('region', { name: 'Past Invoices' })
    .getByText(/^Invoice \S+ is paid$/)
    .waitFor();
  await expect.poll(() => panel(page).getByRole('listitem').first().innerText()).toMatch(/, paid$/);
  await page.reload();
  await place(page, '2 of 2');

  await leave(page).click();
  await page.waitForURL(/\/pay\//);
  await payOnHostedPage(page);
  await place(page, 'done');
  await panel(page).getByText('All of these invoices are paid.', { exact: true }).waitFor({ timeout: 20_000 });
  await panel(page).getByRole('button', { name: 'Close, pay all' }).press('Enter');
  await expect.poll(() => focused(page)).toBe('Past Invoices');
  await expect.poll(() => panel(page).count()).toBe(0);
  expect(await page.getByRole('link', { name: /^Pay \d+ open invoices$/ }).count()).toBe(0);
});

it('skips, stops, and begins again from the oldest; who may not pay reads why', async () => {
  const page = await journey.open('owner', '/org/pro-payg/billing');
  const begin = page.getByRole('link', { name: 'Pay 4 open invoices' });
  await begin.click();
  await place(page, '1 of 4');
  await panel(page)
    .getByRole('button', { name: /^Skip, invoice / })
    .press('Enter');
  await place(page, '2 of 4');
  await expect.poll(() => focused(page)).toBe('Pay all: 2 of 4');
  await begin.click();
  await place(page, '1 of 4');
  for (const next of ['2 of 4', '3 of 4', '4 of 4', 'done']) {
    await panel(page)
      .getByRole('button', { name: /^Skip, invoice / })
      .click();
    await place(page, next);
  }
  await panel(page).getByText('4 invoices are still open.', { exact: true }).waitFor();
  await begin.click();
  await place(page, '1 of 4');
  await panel(page).getByRole('button', { name: 'Stop, pay all' }).press('Enter');
  await expect.poll(() => panel(page).count()).toBe(0);
  expect(await focused(page)).toBe('Past Invoices');
  await page.reload();
  await page.getByRole('region', { name: 'Past Invoices' }).getByRole('button', { name: 'Find invoices' }).waitFor();
  expect(await panel(page).count()).toBe(0);

  const other = await journey.open('developer', '/org/pro-payg/billing?pay=all#invoices');
  await place(other, '1 of 4');
  await leave(other).press('Enter');
  await other.getByText('You need additional permissions to pay invoices', { exact: true }).first().waitFor();
});
