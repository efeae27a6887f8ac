import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useReadingJourney } from '#tests/support/journey.ts';
import { openSlowHost, type SlowHost } from '#tests/support/slow-host.ts';

const journey = useReadingJourney();
const scripts = /\/assets\/.*\.js$/;
const address = '/org/pro-capped/billing';
let host: SlowHost;

beforeAll(async () => {
  host = await openSlowHost(journey.origin);
});
afterAll(() => host.stop());

it('requests nothing that the document already contains, and nothing from other origins', async () => {
  const page = await journey.open(null, '/sign-in');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.getByRole('button', { name: 'Sign in as owner' }).click();
  await page.goto(`${journey.origin}/org/pro-capped/billing`);
  await page.locator('#invoices').scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Next invoices' }).waitFor();
  await page.waitForLoadState('networkidle');
  // Allows only the prefetch requests of the idle browser: the next page of invoices, and the plans.
  const platformUrls = requests.map((url) => new URL(url)).filter(({ pathname }) => pathname.startsWith('/platform/'));
  const isAhead = ({ search, pathname }: URL) => search === '?offset=5&limit=5' || pathname.endsWith('/billing/plans');
  expect(platformUrls.filter((url) => !isAhead(url)).map(String)).toEqual([]);
  expect(requests.filter((url) => !url.startsWith(journey.origin) && !url.startsWith('data:'))).toEqual([]);
});

async function openHeldBack(path = address, member: string | null = 'owner'): Promise<{ page: Page; release: () => void }> {
  const page = await journey.open(member, '/sign-in');
  host.treat(scripts, 'held');
  await page.goto(host.origin + path, { waitUntil: 'commit' });
  return { page, release: () => host.treat(scripts, 'sent') };
}

it('keeps a click that is made before the page is alive', async () => {
  const { page, release } = await openHeldBack();
  const next = page.getByRole('button', { name: 'Next invoices' });
  await next.click({ noWaitAfter: true });
  expect(await next.getAttribute('aria-busy')).toBe('true');
  release();
  await page.getByRole('navigation', { name: 'Invoice pages' }).getByText('Showing 6 to 10 out of 14 invoices', { exact: true }).waitFor();
});

it('keeps a press that is made before the page is alive, in the bar too', async () => {
  const { page, release } = await openHeldBack();
  await page.getByRole('button', { name: 'olivia-owner' }).click({ noWaitAfter: true });
  release();
  await page.getByText('Dark', { exact: true }).click();
  await page.locator('html[data-theme=dark]').waitFor();
  expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
  const answer = await page.reload();
  expect(await answer?.text()).toMatch(/^<!doctype html><html[^>]* data-theme="dark"/);
});

it.each([
  ['signed out', '/sign-in', null],
  ['an address that is not found', '/org/nowhere/billing', 'owner'],
  ['sections that failed', '/org/failing-org/billing', 'owner'],
])('keeps a press in the bar that is made before the page is alive: %s', async (_, path, member) => {
  journey.forgive(/status of (404|500)/);
  const { page, release } = await openHeldBack(path, member);
  await page.getByRole('button', { name: member === null ? 'Display' : 'olivia-owner' }).click({ noWaitAfter: true });
  release();
  await page.getByText('Dark', { exact: true }).click();
  await page.locator('html[data-theme=dark]').waitFor();
  expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
});

it('opens the search for a shortcut that is pressed before the page is alive', async () => {
  const { page, release } = await openHeldBack();
  const button = page.getByRole('button', { name: 'Search or jump to' });
  await button.waitFor();
  await page.keyboard.press('Control+k');
  expect(await button.getAttribute('aria-busy')).toBe('true');
  release();
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').waitFor();
});

it('sends a form before the page is alive', async () => {
  const { page, release } = await openHeldBack('/sign-in?next=/org/pro-capped/billing', null);
  await page.getByRole('button', { name: 'Sign in as owner' }).click({ noWaitAfter: true });
  await page.waitForURL('**/org/pro-capped/billing', { waitUntil: 'commit' });
  release();
  await page.getByRole('heading', { level: 1 }).waitFor();
});

it('fetches a section again whose code did not load, while the rest of the page works', async () => {
  journey.forgive(/status of 503|dynamically imported module/);
  const page = await journey.open('owner', '/sign-in');
  host.treat(/\/assets\/(Invoices|invoices)[^/]*\.js$/, 'failed');
  await page.goto(host.origin + address);
  await page.locator('#invoices').scrollIntoViewIfNeeded();
  const section = page.getByRole('region', { name: 'Past Invoices' });
  const retry = section.getByRole('button', { name: 'Retry, Past Invoices' });
  const askedAgain = page.waitForRequest((request) => /\/assets\/(Invoices|invoices)/.test(request.url()));
  await retry.press('Enter');
  await askedAgain;
  await page.getByRole('alert').getByText('This section could not be shown').waitFor();
  expect(await retry.evaluate((button) => button === document.activeElement)).toBe(true);
  host.treat(scripts, 'sent');
  await page.getByRole('button', { name: 'olivia-owner' }).click();
  await page.getByText('Dark', { exact: true }).click();
  await page.locator('html[data-theme=dark]').waitFor();
  await retry.press('Enter');
  await section.getByRole('button', { name: 'Next invoices' }).waitFor();
  await page.getByRole('status').getByText('Loaded: Past Invoices').waitFor();
  expect(await page.locator(':focus').innerText()).toBe('Past Invoices');
});

it('hydrates a section as it was served when its response arrives before its code', async () => {
  const page = await journey.open('owner', '/sign-in');
  host.treat(/\/assets\/CostControlSection[^/]*\.js$/, 'held');
  const answered = page.waitForResponse((response) => /\/subscription\b/.test(response.url()) && response.ok());
  await page.goto(`${host.origin}/org/slow-org/billing`);
  const section = page.getByRole('region', { name: 'Cost Control' });
  expect(await section.getAttribute('aria-busy')).toBe('true');
  await answered;
  host.treat(scripts, 'sent');
  // If React had to render a section again, React would log an error, and the error would fail this test.
  await section.getByRole('button', { name: 'Change spend cap' }).waitFor();
});

it('keeps the focus in the section of the URL before and after its code loads', async () => {
  const page = await journey.open('owner', address);
  const invoice = await page
    .getByRole('region', { name: 'Past Invoices' })
    .locator('a[href*="/billing/invoices/"]')
    .first()
    .getAttribute('href');
  await page.goto(host.origin + invoice);
  await page.waitForLoadState('networkidle');
  host.treat(/\/assets\/InvoicesSection[^/]*\.js$/, 'held');
  await page.getByRole('link', { name: 'Back to past invoices' }).press('Enter');
  const section = page.getByRole('region', { name: 'Past Invoices' });
  await expect.poll(() => page.locator('h2:focus').innerText()).toBe('Past Invoices');
  expect(await section.getAttribute('aria-busy')).toBe('true');
  host.treat(scripts, 'sent');
  await section.getByRole('button', { name: 'Next invoices' }).waitFor();
  const isKept = (at: Element, href: string | null): boolean => at.id === 'invoices-heading' || at.getAttribute('href') === href;
  expect(await page.locator(':focus').evaluate(isKept, invoice)).toBe(true);
});

it('names a page whose code did not load, with the focus on its heading, and shows it at the next try', async () => {
  journey.forgive(/status of 503|dynamically imported module/);
  const page = await journey.open('owner', '/sign-in');
  await page.goto(`${host.origin}/org/pro-payg`);
  await page.waitForLoadState('networkidle');
  host.treat(/\/assets\/ProjectPage[^/]*\.js$/, 'failed');
  const project = page.getByRole('region', { name: 'Projects' }).getByRole('link').first();
  const name = await project.innerText();
  await project.press('Enter');
  const retry = page.getByRole('button', { name: 'Retry, page' });
  await retry.waitFor();
  expect(await page.title()).toBe('This page could not be shown - Groundwork');
  await expect.poll(() => page.locator('h1:focus').innerText()).toBe('This page could not be shown');
  await retry.press('Enter');
  // The server answered the request for the code with 503, so the message must not blame the network connection.
  await page.getByRole('alert').getByText('Something unexpected happened').waitFor();
  expect(await retry.evaluate((button) => button === document.activeElement)).toBe(true);
  host.treat(scripts, 'sent');
  await retry.press('Enter');
  await page.getByText('Compute size').waitFor();
  expect(await page.title()).toBe(`${name} - Groundwork`);
  expect(await page.locator('h1:focus').innerText()).toBe(name);
});

it('reports a hydration error when there is one', async () => {
  // Proves that the error check of every journey can fail: React logs an error for damaged HTML.
  journey.forgive(/page error: /);
  const page = await journey.open(null, '/sign-in');
  await page.getByRole('button', { name: 'Sign in as owner' }).click();
  await page.route(/\/billing$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace('<h1 ', '<h3 ').replace('</h1>', '</h3>') });
  });
  const complaint = page.waitForEvent('pageerror');
  await page.goto(`${journey.origin}/org/pro-capped/billing`);
  expect((await complaint).message).toMatch(/hydrat|React error #418/i);
});

it('runs under the final content security policy and reports a violation', async () => {
  journey.forgive(/Content Security Policy/i);
  const page = await journey.open('owner', '/org/pro-capped/billing');
  const violation = page.evaluate(
    () =>
      new Promise<string>((resolve) =>
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true }),
      ),
  );
  await page.evaluate(() => {
    const image = document.createElement('img');
    image.src = 'https://elsewhere.example/pixel.png';
    document.body.append(image);
  });
  expect(await violation).toBe('img-src');
});
