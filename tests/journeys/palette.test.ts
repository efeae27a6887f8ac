import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useReadingJourney } from '#tests/support/journey.ts';

const journey = useReadingJourney();

const search = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => search(page).getByRole('combobox');
const entries = (page: Page) => search(page).getByRole('option');

async function openPage(member: 'owner' | 'developer' | 'viewer', address: string): Promise<Page> {
  const page = await journey.open(member, address);
  await page.getByRole('button', { name: 'Search or jump to' }).hover();
  await page.waitForLoadState('networkidle');
  return page;
}

async function openSearch(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
}

it('opens by its shortcut, finds a page, a section, a project and an invoice, and restores the focus', async () => {
  const page = await openPage('owner', '/org/pro-payg/billing');
  await page.getByRole('button', { name: 'Search or jump to' }).focus();
  await openSearch(page);
  await expect.poll(() => field(page).evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type('xyzzy');
  await search(page).getByText('Nothing matches', { exact: true }).first().waitFor();
  await page.keyboard.press('Escape');
  expect(await field(page).inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await search(page).waitFor({ state: 'hidden' });
  await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('open-search');

  for (const [words, heading] of [
    ['past invoices section', 'Past Invoices'],
    ['usage page', 'Usage'],
    ['streaming-api', 'streaming-api'],
  ] as const) {
    await openSearch(page);
    await page.keyboard.type(words);
    await entries(page).first().waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator(':focus').innerText()).toBe(heading);
  }
  await openSearch(page);
  await page.keyboard.type('0015 outstanding');
  await entries(page).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /-0015$/ }).waitFor();
});

it('misses no action of the billing page', async () => {
  const page = await openPage('owner', '/org/pro-payg/billing');
  const main = page.getByRole('main');
  await main.getByRole('region', { name: 'Past Invoices' }).getByRole('button', { name: 'Export' }).scrollIntoViewIfNeeded();
  // Excludes editors, row actions, paging buttons and explanations, because they are not actions of the whole organization.
  const ids = await main
    .getByRole('region')
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => !button.closest('[role=grid], table, ul') && button.getAttribute('aria-pressed') === null)
        .filter((button) => !/^(Previous|Next) invoices|^Compare with|^Credit history|^Read as|cover/.test(button.textContent ?? ''))
        .map((button) => button.id || button.textContent),
    );
  expect(ids.length).toBeGreaterThan(8);
  // Collects only links that start an action: their URL is a query string. Other links lead to sections or other pages.
  const begun = await main
    .getByRole('link')
    .evaluateAll((links) => links.filter((each) => each.getAttribute('href')?.startsWith('?')).map((each) => each.textContent ?? ''));
  expect(begun).toEqual([expect.stringMatching(/^Pay \d+ open invoices$/)]);
  await openSearch(page);
  for (const words of begun) await entries(page).filter({ hasText: words }).waitFor();
  const listed = await entries(page).evaluateAll((items) => items.map((item) => item.getAttribute('data-key') ?? ''));
  expect(ids.filter((id) => !listed.includes(id ?? ''))).toEqual([]);
});

it.each([
  ['budgets', '/org/busy-year/budgets', 2],
  ['activity', '/org/pro-payg/activity', 2],
  ['an invoice', '', 3],
] as const)('misses no action of the page of %s', async (_, address, fewest) => {
  const page = await openPage('owner', address === '' ? '/org/pro-payg/billing#invoices' : address);
  if (address === '') {
    await page.getByRole('link', { name: /-0012$/ }).click();
    await page.getByRole('heading', { level: 1, name: /-0012$/ }).waitFor();
  }
  const main = page.getByRole('main');
  await main.locator('#new-budget, #export-activity, #compare-invoice').first().waitFor();
  await page.waitForLoadState('networkidle');
  // Excludes controls in rows, forms, charts and explanations. Also excludes the documents and payments of an invoice, because the search
  // lists them only after the invoice number is typed.
  const ids = await main.locator('button, a[download], a[data-variant]').evaluateAll((controls) =>
    controls
      .filter(
        (control) =>
          !control.closest('[role=table], table, article, li, form, [role=tooltip]') && control.getAttribute('aria-describedby') === null,
      )
      .filter(
        (control) =>
          !/^(View as|Hide|How |History|Older|Newest|Kind|PDF|E-invoice|Receipt|Download (PDF|invoice)|Pay|What)/i.test(
            control.textContent ?? '',
          ),
      )
      .map((control) => control.id || (control.textContent ?? '')),
  );
  expect(ids.length).toBeGreaterThanOrEqual(fewest);
  await openSearch(page);
  await entries(page).first().waitFor();
  const listed = await entries(page).evaluateAll((items) => items.map((item) => item.getAttribute('data-key') ?? ''));
  expect(ids.filter((id) => !listed.includes(id))).toEqual([]);
});

it('opens the same dialog as the page, from any page', async () => {
  const page = await openPage('owner', '/org/pro-payg/usage');
  await openSearch(page);
  await page.keyboard.type('top up');
  await entries(page).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Top Up Credits' }).waitFor();
  await page.keyboard.press('Control+k');
  expect(await search(page).count()).toBe(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('top-up');
});

it('begins the payment of all open invoices as the amount due does, and pays nothing', async () => {
  const page = await openPage('owner', '/org/pro-payg/usage');
  await openSearch(page);
  await page.keyboard.type('pay open');
  await entries(page).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 3, name: /^Pay all: 1 of \d/ }).waitFor();
});

it('lists what a member may not do, why, and whom to ask', async () => {
  const page = await openPage('developer', '/org/pro-payg/billing');
  await openSearch(page);
  await page.keyboard.type('top up');
  const entry = search(page).getByRole('option', {
    name: 'Top up credits',
    description: /^You need additional permissions to top up credits\. Ask .*olivia-owner/,
  });
  await entry.waitFor();
  expect(await entry.getAttribute('aria-disabled')).toBe('true');
});

it('reads the bill in seven sentences', async () => {
  const page = await openPage('owner', '/org/pro-payg/billing');
  await openSearch(page);
  await page.keyboard.type('read my bill');
  await entries(page).first().waitFor();
  await page.keyboard.press('Enter');
  const bill = page.getByRole('dialog', { name: 'Read my bill' });
  await bill.getByText('Lantern Media is on the Pro Plan, and its spend cap is off.', { exact: true }).waitFor();
  expect(await bill.getByRole('listitem').count()).toBe(7);
  // Screen readers read the sentences only once, because only one polite live region contains them.
  const spoken = page
    .locator('[aria-live=polite], [role=status]')
    .filter({ hasText: /^Lantern Media is on the Pro Plan.*(stops?|stopped)/s });
  await expect.poll(() => spoken.count()).toBe(1);
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('main').count()).toBe(0);
});

it("leaves its shortcut to the browser where the member's menu turns it off", async () => {
  const page = await openPage('owner', '/org/pro-payg/billing');
  await page.getByRole('button', { name: 'olivia-owner' }).press('Enter');
  await page.getByRole('checkbox', { name: 'Ctrl K opens the search' }).uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('button', { name: 'Search or jump to' }).press('Enter');
  await field(page).waitFor();
});
