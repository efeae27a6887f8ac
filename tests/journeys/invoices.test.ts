import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';
import { payOnHostedPage } from '#tests/support/payment-page.ts';
import { pageTexts } from '#lib/texts/page.ts';
import { seesText } from '#tests/support/sees-text.ts';
import { passTime } from '#tests/support/upgrade-dialog.ts';

const journey = useJourney();

const section = (page: Page) => page.getByRole('region', { name: 'Past Invoices' });

/** Waits for hydration, so that on-demand parts are loaded. */
async function openSection(member: string, slug: string, query = ''): Promise<Page> {
  const page = await journey.open(member, `/org/${slug}/billing${query}#invoices`);
  await section(page).scrollIntoViewIfNeeded();
  // The button reacts only after hydration, so the test waits until the button has opened and closed the filters.
  const find = section(page).getByRole('button', { name: 'Find invoices' });
  for (const expanded of ['true', 'false']) {
    await find.press('Enter');
    await expect.poll(() => find.getAttribute('aria-expanded')).toBe(expanded);
  }
  return page;
}

const rowOf = (page: Page, number: string) => section(page).getByRole('row').filter({ hasText: number });

async function numberOfFirst(page: Page, button: RegExp): Promise<string> {
  const name = (await section(page).getByRole('button', { name: button }).first().getAttribute('aria-label')) ?? '';
  return /invoice (\S+?)(,|$)/.exec(name)?.[1] ?? '';
}

it('pays an outstanding invoice on the hosted page, returns, and never offers it twice', async () => {
  const page = await openSection('owner', 'pro-payg');
  const number = await numberOfFirst(page, /^Pay Now/);
  const row = rowOf(page, number);
  await row.getByText('Outstanding', { exact: true }).waitFor();
  await row.getByRole('button', { name: /^Outstanding/ }).focus();
  await row.getByText(/It is due on [A-Z][a-z]{2} \d\d, \d{4}\. If it stays unpaid, a grace period follows until/).waitFor();
  const dates = row.locator('span').filter({ hasText: /^[A-Z][a-z]{2} \d\d, \d{4}$/ });
  const lines = await dates.evaluateAll((spans) => spans.map((span) => span.getClientRects().length));
  expect([lines.length, ...new Set(lines)]).toEqual([4, 1]);
  const slow = await page.context().newCDPSession(page);
  await slow.send('Network.emulateNetworkConditions', { offline: false, latency: 400, downloadThroughput: -1, uploadThroughput: -1 });
  await row.getByRole('button', { name: /^Pay Now/ }).click();
  await seesText(row, 'invoices.redirecting');
  await page.getByRole('status').getByText('Redirecting to payment gateway...', { exact: true }).waitFor();
  await page.waitForURL(/\/pay\//);
  await slow.detach();

  await page.getByRole('heading', { level: 1, name: 'Pay Groundwork', exact: true }).waitFor();
  await page.getByRole('rowheader', { name: `Invoice ${number}`, exact: true }).waitFor();
  await payOnHostedPage(page, '4000009990000005');
  await page.waitForURL(/\/org\/pro-payg\/billing\?paid=in_/);
  await section(page).getByText(`The payment of invoice ${number} is under way`, { exact: true }).waitFor();
  await row.getByText('Processing', { exact: true }).waitFor();
  await passTime(page, journey, 60);
  await section(page).getByText(`Invoice ${number} is paid`, { exact: true }).waitFor({ timeout: 20_000 });
  await row.getByText('Paid', { exact: true }).waitFor();
  expect(await row.getByRole('button', { name: /^Pay Now/ }).count()).toBe(0);
  await section(page)
    .getByRole('button', { name: /^Close, Invoice/ })
    .click();
  await expect.poll(() => page.url()).not.toContain('paid=');
});

it('says beside the button why an invoice cannot be paid, and loads the list again', async () => {
  journey.forgive(/status of 4\d\d/);
  const page = await openSection('owner', 'pro-payg');
  // Delays responses with the invoice list until the payment was requested, because the page may read the list again at any time.
  let answer: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/billing\/invoices\?offset/, (route) => isAsked.then(() => route.continue()));
  const other = await openSection('owner', 'pro-payg');
  const number = await numberOfFirst(page, /^Pay Now/);
  await rowOf(other, number)
    .getByRole('button', { name: /^Pay Now/ })
    .click();
  await other.waitForURL(/\/pay\//);
  await payOnHostedPage(other);
  await section(other).getByText(`Invoice ${number} is paid`, { exact: true }).waitFor({ timeout: 20_000 });

  const row = rowOf(page, number);
  const read = page.waitForResponse((response) => /billing\/invoices\?offset/.test(response.url()));
  await row.getByRole('button', { name: /^Pay Now/ }).click();
  answer();
  await page.getByRole('alert').getByText('This invoice has nothing to pay', { exact: true }).waitFor();
  await read;
  await row.getByText('Paid', { exact: true }).waitFor();
});

it('opens the PDF in its own tab, and says if there is none, it fails or the tab is blocked', async () => {
  journey.forgive(/status of 401|ERR_INTERNET_DISCONNECTED/);
  const page = await openSection('owner', 'pro-payg');
  const without = section(page).getByRole('button', { name: /^PDF/ }).first();
  await without.focus();
  await page.keyboard.press('Enter');
  await seesText(page, 'invoices.noPdf');
  await page.keyboard.press('Escape');

  const pdf = section(page).getByRole('button', { name: /^PDF/ }).nth(1);
  expect(await pdf.getAttribute('aria-label')).toMatch(/^PDF, invoice \S+, opens in new tab$/);
  const answered = page
    .context()
    .waitForEvent('response', (response) => response.url().endsWith('/pdf') && response.request().method() === 'GET');
  const [popup] = await Promise.all([page.waitForEvent('popup'), pdf.click()]);
  expect(await popup.evaluate(() => window.opener === null).catch(() => true)).toBe(true);
  const answer = await answered;
  expect([answer.status(), answer.headers()['content-type'], answer.headers()['cache-control']]).toEqual([
    200,
    'application/pdf',
    'private, no-store',
  ]);
  await popup.close();

  await page.evaluate(() => {
    window.open = () => null;
  });
  await pdf.click();
  await section(page).getByText('Your browser has blocked the new tab.').waitFor();
  const plain = section(page).getByRole('link', { name: /^Open the PDF here, invoice \S+, opens in new tab$/ });
  expect(await plain.getAttribute('href')).toMatch(/\/platform\/organizations\/pro-payg\/billing\/invoices\/in_\w+\/pdf$/);

  const again = await openSection('developer', 'pro-payg');
  // Loads all lazy parts first, so that only the download of the document fails without a connection.
  await again.mouse.move(5, 5);
  const parts = () => performance.getEntriesByType('resource').filter(({ name }) => /\/(call|EmailRecipientsSection)-/.test(name)).length;
  await expect.poll(() => again.evaluate(parts)).toBe(2);
  await again.waitForLoadState('networkidle');
  await again.context().setOffline(true);
  const [lost] = await Promise.all([again.waitForEvent('popup'), section(again).getByRole('button', { name: /^PDF/ }).nth(1).click()]);
  // The code that downloads documents loads only on demand, so the browser can't load it without a connection.
  await seesText(again, 'invoices.fetchFailed', { message: pageTexts.partOffline });
  await expect.poll(() => lost.isClosed()).toBe(true);
  await again.context().setOffline(false);
  await again.context().clearCookies();
  const [blank] = await Promise.all([again.waitForEvent('popup'), section(again).getByRole('button', { name: /^PDF/ }).nth(1).click()]);
  await expect.poll(() => blank.isClosed()).toBe(true);
  await again.waitForURL(/\/sign-in\?next=%2Forg%2Fpro-payg%2Fbilling/);
});

it('says that a member who only reads billing needs permissions to pay', async () => {
  const page = await openSection('developer', 'pro-payg');
  await section(page)
    .getByRole('button', { name: /^Pay Now/ })
    .first()
    .press('Enter');
  await page.getByText('You need additional permissions to pay invoices', { exact: true }).first().waitFor();
});

it('finds invoices by status, number and period; Back shows all again', async () => {
  const page = await openSection('developer', 'pro-payg');
  const finder = section(page).getByRole('button', { name: 'Find invoices' });
  await finder.click();
  const form = section(page).getByRole('form', { name: 'Find invoices' });
  await form.getByRole('radio', { name: 'Forgiven' }).check();
  await form.getByRole('button', { name: 'Show', exact: true }).click();
  await section(page).getByText('Only Forgiven', { exact: true }).waitFor();
  await page.getByRole('status').getByText('1 invoice found', { exact: true }).waitFor();
  expect(await section(page).getByRole('row').count()).toBe(2);
  expect(page.url()).toContain('invoice-status=forgiven');

  await page.goBack();
  await expect.poll(() => section(page).getByRole('row').count()).toBe(6);
  expect(await form.getByRole('radio', { name: 'Any' }).isChecked()).toBe(true);

  await form.getByLabel('Invoice number').fill('3');
  await page.keyboard.press('Enter');
  await section(page).getByText('Only with number 3', { exact: true }).waitFor();
  // The focused form field must not be rendered again, or the focus would be lost.
  const isAt = (label: string) => form.getByLabel(label).evaluate((field) => field === document.activeElement);
  expect(await isAt('Invoice number')).toBe(true);
  await section(page)
    .getByRole('link', { name: /-0003$/ })
    .waitFor();
  await section(page).getByRole('button', { name: 'Show all invoices' }).click();
  await expect.poll(() => section(page).getByRole('row').count()).toBe(6);
  expect(await finder.evaluate((button) => button === document.activeElement)).toBe(true);

  await form.getByLabel('From').fill('2026-02-01');
  await form.getByLabel('To', { exact: true }).fill('2026-01-01');
  await form.getByRole('button', { name: 'Show', exact: true }).click();
  await form.getByRole('heading', { name: 'Invalid date range' }).waitFor();
  const [from, to] = await Promise.all(['From', 'To'].map((label) => form.getByLabel(label, { exact: true }).boundingBox()));
  expect([from?.y, from?.height]).toEqual([to?.y, 44]);
});

it('says that the next invoices are missing without a connection, and reads them when it returns', async () => {
  // Without a connection, the code of parts that load on demand may be missing too.
  journey.forgive(/ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/);
  const page = await openSection('developer', 'pro-payg');
  const shown = section(page).getByText(/^Showing \d+ to \d+ out of \d+ invoices$/);
  await page.context().setOffline(true);
  await section(page).getByRole('button', { name: 'Next invoices' }).click();
  await section(page).getByRole('button', { name: 'Next invoices' }).click();
  await section(page).getByText('Failed to retrieve invoices', { exact: true }).waitFor();
  await section(page)
    .getByText(/could not be reached/)
    .waitFor();
  await page.context().setOffline(false);
  await expect.poll(() => shown.innerText()).toMatch(/^Showing 11 to /);
});

it('serves a search and a page of the list without JavaScript', async () => {
  const served = await journey.open('developer', '/org/pro-payg/billing?invoice-status=paid&invoices=2', { javaScriptEnabled: false });
  await section(served).getByText('Only Paid', { exact: true }).waitFor();
  await section(served)
    .getByText(/^Showing 6 to \d+ out of \d+ invoices$/)
    .waitFor();
  const none = await journey.open('developer', '/org/pro-payg/billing?invoice-from=2090-01-01', { javaScriptEnabled: false });
  await section(none).getByText('No invoices match your search', { exact: true }).waitFor();
});

it('exports a period as a file', async () => {
  const page = await openSection('developer', 'pro-payg');
  await section(page).getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export invoices' });
  await dialog.getByRole('radio', { name: 'Lines' }).check();
  await dialog.getByLabel('From').fill('2020-01-01');
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('link', { name: 'Download CSV' }).click()]);
  expect(download.suggestedFilename()).toBe('invoices-lines-pro-payg-from-2020-01-01.csv');
  const text = await readFile(await download.path(), 'utf8');
  expect(text.split('\r\n').length).toBeGreaterThan(100);
  expect(text).toContain(',Pro Plan,');
});

it('shows an invoice with its lines and their calculation, and focuses its link on the way back', async () => {
  const page = await openSection('developer', 'pro-payg');
  const link = section(page)
    .getByRole('link', { name: /-\d{4}$/ })
    .nth(1);
  const number = await link.innerText();
  await link.click();
  await page.getByRole('heading', { level: 1, name: `Invoice ${number}` }).waitFor();
  expect(await page.title()).toBe(`Invoice ${number} - Lantern Media - Groundwork`);
  const lines = page.getByRole('region', { name: 'Lines' });
  await lines
    .getByRole('row', { name: /\d+ hours × \$0\.1517/ })
    .getByRole('button', { name: /^Details, working of / })
    .first()
    .click();
  await lines.getByText('Recomputed here, with the same result.').first().waitFor();
  await lines.getByRole('rowheader', { name: 'Subtotal' }).waitFor();
  await lines.getByRole('rowheader', { name: 'Amount due' }).waitFor();
  const isBack = async () => {
    await page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(number);
    await expect
      .poll(() =>
        page.evaluate(() => {
          const { top, bottom } = document.activeElement?.getBoundingClientRect() ?? { top: -1, bottom: -1 };
          return top >= 0 && bottom <= window.innerHeight;
        }),
      )
      .toBe(true);
  };
  await page.getByRole('link', { name: 'Back to past invoices' }).click();
  await isBack();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: `Invoice ${number}` }).waitFor();
  await page.goBack();
  await isBack();
});

it('shows the date and the method of a payment on the page of its invoice', async () => {
  const paid = await openSection('developer', 'pro-capped');
  await section(paid)
    .getByRole('link', { name: /-\d{4}$/ })
    .first()
    .click();
  const facts = paid.getByRole('region', { name: 'Lines' });
  await facts.getByRole('rowheader', { name: /^Paid on [A-Z][a-z]{2} \d\d, \d{4}( with .+ ending in \d{4})?$/ }).waitFor();
  await facts.getByRole('rowheader', { name: 'Amount due' }).waitFor();
});

it('serves an invoice without scripts, with the customer as billed, and no invoice of others', async () => {
  const list = await openSection('owner', 'pro-payg');
  const link = section(list)
    .getByRole('link', { name: /-\d{4}$/ })
    .nth(1);
  const path = new URL(String(await link.getAttribute('href')), journey.origin).pathname;
  const served = await journey.open('owner', path, { javaScriptEnabled: false });
  await served.getByRole('rowheader', { name: 'Pro Plan' }).waitFor();
  const billedTo = await served.locator('address').innerText();
  const saved = await served.request.put(`${journey.origin}/platform/organizations/pro-payg/customer`, {
    data: { billing_name: 'Renamed since' },
    headers: { Origin: journey.origin },
  });
  expect([saved.status(), billedTo]).toEqual([204, expect.stringMatching(/\n/)]);
  await served.reload();
  expect(await served.locator('address').innerText()).toBe(billedTo);
  journey.forgive(/status of 404/);
  for (const unknown of [
    path.replace('pro-payg', 'pro-capped'),
    path.replace(/in_\w+/, 'in_neverwas123'),
    path.replace(/in_\w+/, '..%2f..'),
  ]) {
    const answer = await served.goto(journey.origin + unknown);
    expect([unknown, answer?.status()]).toEqual([unknown, 404]);
  }
});

it('opens the PDF of a credit note from its row, after who is billed was corrected', async () => {
  const page = await openSection('owner', 'pro-capped');
  const link = section(page)
    .getByRole('link', { name: /-\d{4}$/ })
    .first();
  const number = await link.innerText();
  const saved = await page.request.put(`${journey.origin}/platform/organizations/pro-capped/customer`, {
    data: { billing_name: 'Renamed since' },
    headers: { Origin: journey.origin },
  });
  expect(saved.status()).toBe(204);
  await page.reload();
  await link.click();
  await page.getByRole('button', { name: `Correct who is billed, invoice ${number}`, exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Issue corrected invoice', exact: true }).click();
  await page
    .getByText(/^Corrected by invoice /)
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Back to past invoices' }).click();

  const row = section(page)
    .getByRole('row')
    .filter({ hasText: `Cancels invoice ${number}.` });
  const pdf = row.getByRole('button', { name: /^PDF, credit note \S+-CN-0001, opens in new tab$/ });
  const answered = page
    .context()
    .waitForEvent('response', (response) => response.url().includes('/pdf') && response.request().method() === 'GET');
  const [popup] = await Promise.all([page.waitForEvent('popup'), pdf.click()]);
  const answer = await answered;
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
  expect(new URL(answer.url()).search).toBe('?correction=1&part=credit_note');
  await popup.close();
});

it('leaves an invoice to the partner that keeps it, on its own page too', async () => {
  const page = await journey.open('owner', '/org/fly-partner');
  const id = `in_${'a'.repeat(24)}`;
  const requestUrls: string[] = [];
  page.on('request', (request) => requestUrls.push(request.url()));
  await page.goto(`${journey.origin}/org/fly-partner/billing/invoices/${id}`);
  await page.getByText('The invoices of this organization are managed by Fly.io', { exact: true }).waitFor();
  expect(await page.getByRole('region', { name: /^(Invoice|Lines)$/ }).count()).toBe(0);
  // Expects no request for the invoice, because the platform would refuse such a request.
  await page.waitForLoadState('networkidle');
  expect(requestUrls.filter((url) => /\/platform\/.*\/billing\/invoices\//.test(url))).toEqual([]);
});
