import { expect, it } from 'vitest';
import { useReadingJourney } from '#tests/support/journey.ts';
import { sectionTitles } from '#tests/support/section-titles.ts';
import { seesText } from '#tests/support/sees-text.ts';

const journey = useReadingJourney();

it('shows plan, credits and past invoices of an organization', async () => {
  const page = await journey.open('owner', '/org/pro-capped/billing');
  expect(await page.title()).toMatch(/^Billing - .+ - Groundwork$/);
  await page.getByRole('region', { name: 'Subscription Plan' }).getByText('Pro Plan', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Credit Balance' }).getByText('$25.00', { exact: true }).waitFor();
  const invoices = page.getByRole('region', { name: 'Past Invoices' });
  await seesText(invoices, 'invoices.about');
  await seesText(invoices, 'invoices.showing', { from: 1, to: 5, total: 14 });
  await seesText(invoices, 'invoices.paid');
  const paid = invoices.getByRole('button', { name: /^Paid, invoice /, description: 'No action is needed.' }).first();
  await paid.focus();
  await invoices.getByText('No action is needed.', { exact: true }).filter({ visible: true }).waitFor();
  expect(await invoices.getByRole('row').count()).toBe(6);
});

it('has all eight sections in the order of the specification, each with its anchor', async () => {
  const page = await journey.open('owner', '/org/pro-capped/billing');
  const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
  expect(headings).toEqual(sectionTitles);
  for (const anchor of ['subscription', 'breakdown', 'cost-control', 'credits-balance', 'payment-methods', 'email', 'address', 'invoices'])
    expect([anchor, await page.locator(`#${anchor}`).count()]).toEqual([anchor, 1]);
});

it('shows every invoice status as text', async () => {
  const page = await journey.open('owner', '/org/pro-payg/billing');
  const invoices = page.getByRole('region', { name: 'Past Invoices' });
  await seesText(invoices, 'invoices.upcoming');
  await seesText(invoices, 'invoices.outstanding');
  await invoices.getByText('Processing', { exact: true }).first().waitFor();
  for (const words of [/^This invoice will soon be charged\./, /could not collect the payment/]) {
    const status = invoices.getByRole('button', { name: /^Outstanding, invoice /, description: words }).first();
    await status.click();
    await invoices.getByText(words).filter({ visible: true }).waitFor();
  }
  const next = invoices.getByRole('button', { name: 'Next invoices' });
  // Filters by visibility, because the closed filter panel contains the same word.
  while ((await invoices.getByText('Forgiven', { exact: true }).filter({ visible: true }).count()) === 0) {
    expect(await next.getAttribute('aria-disabled')).toBeNull();
    const before = await invoices.getByText(/^Showing/).innerText();
    await next.click();
    await expect.poll(() => invoices.getByText(/^Showing/).innerText()).not.toBe(before);
  }
  await seesText(invoices, 'invoices.forgiven');
});

it('turns the pages of the invoice list, with the page in the address', async () => {
  const page = await journey.open('owner', '/org/pro-capped/billing?source=fairUseRestricted');
  const invoices = page.getByRole('region', { name: 'Past Invoices' });
  const next = invoices.getByRole('button', { name: 'Next invoices' });
  const previous = invoices.getByRole('button', { name: 'Previous invoices' });
  expect(await previous.getAttribute('aria-disabled')).toBe('true');

  await next.focus();
  await page.keyboard.press('Enter');
  await invoices.getByText('Showing 6 to 10 out of 14 invoices', { exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe('?source=fairUseRestricted&invoices=2');
  await page.keyboard.press('Enter');
  await invoices.getByText('Showing 11 to 14 out of 14 invoices', { exact: true }).waitFor();
  expect(await invoices.getByRole('row').count()).toBe(5);
  expect(await next.getAttribute('aria-disabled')).toBe('true');
  expect(await next.evaluate((button) => button === document.activeElement)).toBe(true);

  await page.goBack();
  await invoices.getByText('Showing 6 to 10 out of 14 invoices', { exact: true }).waitFor();
  await page.reload();
  await invoices.getByText('Showing 6 to 10 out of 14 invoices', { exact: true }).waitFor();
});

it('is printed with the contents of closed parts, and long tables continue on the next sheet', async () => {
  const page = await journey.open('owner', '/org/pro-payg/billing');
  const section = (name: string) => page.getByRole('region', { name });
  await page.emulateMedia({ media: 'print' });
  await section('Cost Control').getByText('Always charged, with or without the cap', { exact: true }).waitFor();
  // The credit history is loaded only when opened, so it is not printed.
  await section('Credit Balance').getByText('Credit history', { exact: true }).waitFor({ state: 'hidden' });
  await section('Past Invoices')
    .getByText(/^Showing 1 to 5 out of \d+ invoices$/)
    .waitFor();
  const status = /^(Outstanding|Paid|Processing|Upcoming), invoice /;
  const names = await section('Past Invoices')
    .getByRole('button')
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
  expect(names.filter((name) => !status.test(name))).toEqual([]);
  await section('Past Invoices').getByText('This invoice will soon be finalized and charged.', { exact: true }).waitFor();
  // In print, only two kinds of controls are visible: the status buttons that are checked above, and toggles that are titles of open
  // content.
  const controls = await page
    .locator('button, input, select, textarea, a[data-variant]')
    .evaluateAll((all) =>
      all.filter((each) => each.checkVisibility() && each.getAttribute('data-print') !== 'always' && !each.ariaExpanded),
    );
  expect(controls).toEqual([]);
  // The section may break across pages. No ancestor of the table may be a grid, because a page break changes row heights in a grid.
  const around = await section('Upcoming Invoice')
    .getByRole('table')
    .evaluate((table) => {
      const sheet = table.closest('section');
      const isGrid = (node: Element) => sheet?.contains(node) === true && getComputedStyle(node).display === 'grid';
      const grids: string[] = [];
      for (let node = table.parentElement; node; node = node.parentElement) if (isGrid(node)) grids.push(node.className);
      return { grids, breaks: sheet && getComputedStyle(sheet).breakInside };
    });
  expect(around).toEqual({ grids: [], breaks: 'auto' });
});

it('says that there is no invoice yet, and where usage is limited', async () => {
  const page = await journey.open('owner', '/org/free-start/billing');
  const invoices = page.getByRole('region', { name: 'Past Invoices' });
  await seesText(invoices, 'invoices.empty');
  await invoices.getByText('No invoices', { exact: true }).waitFor();
  expect(await invoices.getByRole('button').count()).toBe(0);
  const notice = page.getByRole('region', { name: 'Subscription Plan' });
  await notice.getByText(/upgrade to a paid plan/).waitFor();
  expect(await notice.getByRole('link', { name: 'included usage' }).getAttribute('href')).toBe('/org/free-start/usage');
});

it('points to the spend cap where a paid plan is limited', async () => {
  const page = await journey.open('owner', '/org/pro-capped/billing');
  await page.getByText(/disable Spend Cap under Cost Control/).waitFor();
});

it('keeps panel and source in the address and stays at the top', async () => {
  const page = await journey.open('owner', '/org/pro-capped/billing?panel=costControl&source=fairUseGracePeriodOver');
  expect(new URL(page.url()).search).toBe('?panel=costControl&source=fairUseGracePeriodOver');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  const html = await (await page.request.get(page.url())).text();
  expect(html).toContain('<title>Spend cap - Billing - Harbour Logistics - Groundwork</title>');
});

it('links from the organizations to an organization, its project and its billing', async () => {
  const page = await journey.open('owner', '/');
  // Waits for hydration, because earlier clicks on links load whole documents, which this test does not cover.
  await page.waitForLoadState('networkidle');
  const loads: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()));
  await page.locator('a[href="/org/pro-capped"]').click();
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Organizations' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await page.getByRole('region', { name: 'Projects' }).getByRole('link').first().click();
  await page.getByText('Compute size').waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Billing' }).click();
  await page.getByRole('region', { name: 'Credit Balance' }).getByText('$25.00', { exact: true }).waitFor();
  expect(loads).toEqual([]);
});
