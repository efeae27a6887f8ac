import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paymentMethodsTexts } from '#lib/texts/payment-methods.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { startBuiltServer, type BuiltServer } from '#tests/support/built-server.ts';
import { sectionTitles } from '#tests/support/section-titles.ts';
import { payOnHostedPage, typeCard } from '#tests/support/payment-page.ts';
import { seesText } from '#tests/support/sees-text.ts';
import { freePort } from '#tests/support/free-port.ts';
import { servePlainPlatform } from '#tests/support/plain-platform.ts';
import { serveFolder } from '#tests/support/static-host.ts';

let server: BuiltServer;
let browser: Browser;
let hosts: Server[] = [];
let pageOrigin: string;
let platformOrigin: string;
/** Port of a page that is built for our own platform, which offers more features than the specified API. */
let wholePagePort: number;
const folder = mkdtempSync(join(tmpdir(), 'billing-page-only-'));

function buildPage(into: string, platform: string): void {
  const keys = { VITE_STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox', VITE_HCAPTCHA_SITE_KEY: 'sandbox' };
  execFileSync(process.execPath, ['src/server/cli/build-page-only.mjs', into], {
    env: { ...process.env, VITE_API_URL: platform, ...keys },
  });
}

beforeAll(async () => {
  const [pagePort, platformPort] = [await freePort(), await freePort()];
  pageOrigin = `http://127.0.0.1:${pagePort}`;
  platformOrigin = `http://127.0.0.1:${platformPort}`;
  wholePagePort = await freePort();
  buildPage(join(folder, 'plain'), platformOrigin);
  const origins = `${pageOrigin},http://127.0.0.1:${wholePagePort}`;
  [server, browser] = await Promise.all([startBuiltServer({ ALLOWED_ORIGINS: origins }), launchBrowser()]);
  hosts = await Promise.all([serveFolder(join(folder, 'plain'), pagePort, server.origin), servePlainPlatform(server.origin, platformPort)]);
});

afterAll(async () => {
  await browser?.close();
  for (const host of hosts) host.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function tokenOf(member: string): Promise<string> {
  const answer = await fetch(`${server.origin}/auth/sandbox`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ member }),
  });
  return /session=([^;]+)/.exec(answer.headers.get('Set-Cookie') ?? '')?.[1] ?? '';
}

async function openPage(address: string, token: string, origin = pageOrigin): Promise<Page> {
  const page = await browser.newPage({ locale: 'de-DE', timezoneId: 'Asia/Tokyo' });
  await page.addInitScript((value) => {
    window.platformToken = () => Promise.resolve(value);
  }, token);
  await page.goto(origin + address);
  return page;
}

const toasted = (page: Page, words: string) => page.getByText(words, { exact: true }).filter({ visible: true }).first().waitFor();

it('shows the whole bill from a platform on another origin, without extensions', async () => {
  const requestUrls: string[] = [];
  const page = await browser.newPage();
  await page.addInitScript(
    (value) => {
      window.platformToken = value;
    },
    await tokenOf('owner'),
  );
  page.on('request', (request) => requestUrls.push(request.url()));
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(`${pageOrigin}/org/pro-payg/billing`);
  await page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor();
  await expect.poll(() => page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(sectionTitles);

  const upcoming = page.getByRole('region', { name: 'Upcoming Invoice' });
  const egress = upcoming.getByRole('row', { name: /^Egress/ });
  await egress.getByText('$0.09 per GB after 250 GB', { exact: true }).waitFor();
  await egress.getByRole('button', { name: /, working of Egress$/ }).click();
  await upcoming.getByText('Projects with usage').waitFor();
  expect(await upcoming.getByText(/Recomputed here/).count()).toBe(0);
  await upcoming.getByRole('button', { name: 'By project' }).click();
  await upcoming
    .getByRole('row', { name: /^streaming-api/ })
    .first()
    .getByRole('link', { name: 'streaming-api', exact: true })
    .waitFor();
  await page
    .getByRole('region', { name: 'Past Invoices' })
    .getByText(/^Showing 1 to 5 out of \d+ invoices$/)
    .waitFor();
  expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);

  expect(faults).toEqual([]);
  expect(requestUrls.filter((url) => !url.startsWith(pageOrigin) && !url.startsWith(platformOrigin) && !url.startsWith('data:'))).toEqual(
    [],
  );
  await page.getByRole('link', { name: 'Usage in detail' }).click();
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  await page
    .getByText(/used of 250\.00 GB included/)
    .first()
    .waitFor();
});

it('shows a document of the platform, whose address alone opens nothing', async () => {
  const page = await openPage('/org/pro-capped/billing', await tokenOf('owner'));
  const invoices = page.getByRole('region', { name: 'Past Invoices' });
  const pdf = invoices.getByRole('button', { name: /^PDF/ }).first();
  await pdf.waitFor();
  // The specified API has no search and no export, so the buttons are missing.
  expect(
    await invoices
      .getByRole('button')
      .filter({ hasText: /Find|Export/ })
      .count(),
  ).toBe(0);
  const answered = page.waitForResponse((response) => response.url().endsWith('/pdf'));
  await page.evaluate(() => {
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (shown) => {
      document.documentElement.dataset['shown'] = String((shown as Blob).size);
      return make(shown);
    };
  });
  const [tab] = await Promise.all([page.waitForEvent('popup'), pdf.click()]);
  const answer = await answered;
  expect([new URL(answer.url()).origin, answer.status(), answer.headers()['content-type']]).toEqual([
    platformOrigin,
    200,
    'application/pdf',
  ]);
  await expect.poll(() => page.evaluate(() => Number(document.documentElement.dataset['shown']))).toBeGreaterThan(1000);
  await tab.close();
});

it('exports the invoices of a platform that can, with the token, under the name that the platform gives', async () => {
  buildPage(join(folder, 'whole'), server.origin);
  hosts.push(await serveFolder(join(folder, 'whole'), wholePagePort, server.origin));
  const page = await openPage('/org/pro-payg/billing', await tokenOf('owner'), `http://127.0.0.1:${wholePagePort}`);
  await page.getByRole('region', { name: 'Past Invoices' }).getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export invoices' });
  await dialog.getByLabel('From').fill('2020-01-01');
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Download CSV' }).click()]);
  expect(download.suggestedFilename()).toBe('invoices-totals-pro-payg-from-2020-01-01.csv');
  expect((await readFile(await download.path(), 'utf8')).split('\r\n').length).toBeGreaterThan(5);

  await page.evaluate(() => {
    window.platformToken = 'no-such-token';
  });
  await dialog.getByRole('button', { name: 'Download CSV' }).click();
  await toasted(page, 'The invoices could not be exported. Sign in first');
});

it('pays an invoice on the hosted page and returns to the separate page, which says whether it is paid', async () => {
  const page = await openPage('/org/pro-payg/billing', await tokenOf('owner'));
  const invoices = page.getByRole('region', { name: 'Past Invoices' });
  await invoices
    .getByRole('button', { name: /^Pay Now/ })
    .first()
    .click();
  await page.waitForURL(/\/pay\//);
  await payOnHostedPage(page);
  await page.waitForURL((url) => url.origin === pageOrigin && url.search.startsWith('?paid=in_'));
  await invoices.getByText(/^Invoice [\w-]+ is paid$/).waitFor({ timeout: 20_000 });
});

it('says in each section that the token was refused', async () => {
  const page = await openPage('/org/pro-payg/billing', 'no-such-token');
  await page.getByText('Failed to retrieve organization', { exact: true }).waitFor();
  await page.getByText('Sign in first').first().waitFor();
});

it('lets only the listed origins read the platform, and none use its cookies', async () => {
  const ask = (origin: string, method = 'GET') =>
    fetch(`${server.origin}/platform/profile`, { method, headers: { Origin: origin, 'Access-Control-Request-Method': 'GET' } });
  const listed = await ask(pageOrigin);
  expect(listed.headers.get('Access-Control-Allow-Origin')).toBe(pageOrigin);
  expect(listed.headers.get('Access-Control-Allow-Credentials')).toBeNull();
  expect(listed.headers.get('Vary')).toMatch(/Origin/);
  const preflight = await ask(pageOrigin, 'OPTIONS');
  expect([preflight.status, preflight.headers.get('Access-Control-Allow-Headers')]).toEqual([
    204,
    'Authorization,Content-Type,Version,Idempotency-Key',
  ]);
  for (const method of ['GET', 'OPTIONS']) {
    expect((await ask('https://elsewhere.example', method)).headers.get('Access-Control-Allow-Origin')).toBeNull();
  }
});

it('saves the tax ID and then the address where the platform takes them apart, and says exactly what was saved', async () => {
  const page = await openPage('/org/team-eu/billing', await tokenOf('owner'));
  const section = page.getByRole('region', { name: 'Billing Address & Tax ID' });
  const field = (name: string) => section.getByRole('textbox', { name, exact: true });
  const save = section.getByRole('button', { name: 'Save', exact: true });
  const facts = section.locator('dl');
  await section.getByRole('button', { name: 'Edit billing address' }).click();
  await field('City').fill('Augsburg');
  await field('Tax ID').fill('DE1');
  await save.click();
  await seesText(section, 'billingAddress.updateTaxIdFailed', { message: 'Invalid value for eu_vat.' });
  expect(await facts.getByText('Augsburg').count()).toBe(0);

  await field('Tax ID').fill('DE811907980');
  await field('Address line 1').fill('P.O. Box 12');
  await save.click();
  await seesText(section, 'billingAddress.updateCustomerFailed', { message: 'Bills are not sent to P.O. boxes.' });
  await section.getByText('The tax ID was saved. Name and address were not saved.', { exact: true }).waitFor();
  await facts.getByText('DE811907980', { exact: true }).waitFor();
  expect([await facts.getByText('Augsburg').count(), await field('City').inputValue()]).toEqual([0, 'Augsburg']);

  await field('Address line 1').fill('Lagerhausstraße 12');
  await save.click();
  await facts.getByText(/Augsburg/).waitFor();
});

it('says that a card was declined where the platform has no quotes, and continues in the same dialog', async () => {
  const page = await openPage('/org/restricted/billing?panel=subscriptionPlan', await tokenOf('owner'));
  await page.getByRole('button', { name: 'Upgrade to Team' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upgrade to Team' });
  const pay = dialog.getByRole('button', { name: /^Upgrade to Team, pay \$[\d.,]+ today$/ });
  await pay.click();
  await dialog.getByText('Your card was declined. Please use a different card or contact your bank.', { exact: true }).waitFor();
  expect(await dialog.getByText(/We do not know yet/).count()).toBe(0);
  await expect.poll(() => pay.isEnabled()).toBe(true);
});

it('adds a card with a new address and tax ID where the platform takes them apart', async () => {
  const page = await openPage('/org/team-eu/billing', await tokenOf('owner'));
  for (const script of ['gateway/stripe.js', 'captcha/api.js']) await page.addScriptTag({ url: `${pageOrigin}/sandbox/${script}` });
  await page.getByRole('button', { name: 'Add new card' }).click();
  const panel = page.getByRole('dialog', { name: 'Add new card' });
  const field = (name: string) => panel.getByRole('textbox', { name, exact: true });
  const facts = page.getByRole('region', { name: 'Billing Address & Tax ID' }).locator('dl');
  await typeCard(page, '5555555555554444');
  await panel.getByRole('button', { name: 'Billing name, address and tax ID' }).click();
  await field('City').fill('Nürnberg');
  await field('Tax ID').fill('DE1');
  await panel.getByRole('button', { name: 'Add card' }).click();
  await toasted(page, paymentMethodsTexts.updateAddressFailed);
  await panel.getByText('The card is added, but not everything was saved', { exact: true }).waitFor();
  await panel.getByRole('link', { name: /Invalid value/ }).waitFor();

  await field('Tax ID').fill('DE136695976');
  await field('Address line 1').fill('P.O. Box 12');
  await panel.getByRole('button', { name: 'Save the rest' }).click();
  await facts.getByText('DE136695976', { exact: true }).waitFor();
  await panel.getByText('The card is added, but not everything was saved', { exact: true }).waitFor();
  expect(await facts.getByText(/Nürnberg/).count()).toBe(0);

  await field('Address line 1').fill('Königstraße 8');
  await panel.getByRole('button', { name: 'Save the rest' }).click();
  await facts.getByText(/Nürnberg/).waitFor();
  await expect.poll(() => panel.count()).toBe(0);
});

it('deletes a card by the call that every platform has', async () => {
  const page = await openPage('/org/free-one-card/billing', await tokenOf('owner'));
  await page.getByRole('button', { name: 'Options for Visa ending in 4242' }).click();
  await page.getByRole('menuitem', { name: 'Delete card' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete card' }).click();
  await toasted(page, 'Successfully removed payment method');
  await page.getByRole('region', { name: 'Payment Methods' }).getByText('No payment methods for this organization yet').waitFor();
});

it('offers to continue a change that waits for its payment, and to cancel it only where the platform can', async () => {
  const page = await openPage('/org/pending-payment/billing', await tokenOf('owner'));
  const plan = page.getByRole('region', { name: 'Subscription Plan' });
  await plan.getByRole('button', { name: 'Continue the payment' }).waitFor();
  await page
    .getByRole('region', { name: 'Past Invoices' })
    .getByText(/^Showing 1 to/)
    .waitFor();
  expect(await plan.getByRole('button', { name: 'Cancel the change' }).count()).toBe(0);
});
