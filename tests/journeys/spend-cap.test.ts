import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';
import { seesText } from '#tests/support/sees-text.ts';

const journey = useJourney();

const patient = { timeout: 15_000 };

const panelOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Spend cap' });
const confirmIn = (page: Page): Locator => panelOf(page).getByRole('button', { name: /^Confirm/ });
const sectionOf = (page: Page): Locator => page.getByRole('region', { name: 'Cost Control' });
const opener = (page: Page): Locator => sectionOf(page).getByRole('button', { name: 'Change spend cap' });

const hasFocus = (control: Locator) =>
  expect.poll(() => control.evaluate((element) => element === document.activeElement), patient).toBe(true);

async function choose(page: Page, title: string): Promise<void> {
  const wanted = panelOf(page).getByRole('radio', { name: title });
  const other = panelOf(page).getByRole('radio', { checked: true });
  await other.focus();
  await page.keyboard.press(title === 'Spend cap disabled' ? 'ArrowDown' : 'ArrowUp');
  await expect.poll(() => wanted.isChecked(), patient).toBe(true);
}

async function isConfirmable(page: Page): Promise<void> {
  await expect.poll(() => confirmIn(page).getAttribute('aria-disabled'), patient).toBeNull();
}

it('opens and closes by keyboard, with Escape or Back, and returns to its button', async () => {
  const page = await journey.open('owner', '/org/pro-capped/billing');
  await opener(page).focus();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  const panel = panelOf(page);
  await panel.waitFor();
  expect(page.url()).toContain('panel=costControl');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await leave();
    await panel.waitFor({ state: 'hidden' });
    await hasFocus(opener(page));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
    await page.keyboard.press('Enter');
    await panel.waitFor();
  }
});

it('says the rates after the quota, and why the current setting cannot be confirmed', async () => {
  const page = await journey.open('owner', '/org/pro-capped/billing?panel=costControl');
  const panel = panelOf(page);
  await confirmIn(page).focus();
  await page.keyboard.press('Enter');
  await panel.getByText('The spend cap is on already. Choose the other option first.').first().waitFor();

  const rates = panel.getByRole('button', { name: 'Rates after the quota' });
  await rates.focus();
  expect(await rates.getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('Enter');
  const table = panel.getByRole('table', { name: 'Rates' });
  expect(
    await table
      .getByRole('row', { name: /Egress, per GB/ })
      .first()
      .innerText(),
  ).toMatch(/250 GB\s+\$0\.09/);
  expect(await table.getByRole('row').count()).toBe(13);
  await panel.getByText(/The cap never covers compute, read replicas, branching/).waitFor();
});

it('is turned off by keyboard alone: nothing is charged today, and overage from now on', async () => {
  const page = await journey.open('owner', '/org/pro-capped/billing');
  await opener(page).focus();
  await page.keyboard.press('Enter');
  const panel = panelOf(page);
  await choose(page, 'Spend cap disabled');
  await panel.getByText(/^Nothing is charged today\. From now on, overage is charged on your next invoice on/).waitFor();
  await panel.getByText(/there is no limit to what overage can cost/).waitFor();
  await isConfirmable(page);
  expect(await confirmIn(page).innerText()).toBe('Confirm');
  await confirmIn(page).focus();
  await page.keyboard.press('Enter');
  await seesText(page, 'costControl.disabled');
  await panel.waitFor({ state: 'hidden' });
  expect(page.url()).not.toContain('panel=');
  await hasFocus(opener(page));
  await sectionOf(page).getByText('Spend cap is off', { exact: true }).waitFor();
});

it('is turned on with the amount on the button, which is the amount of the invoice', async () => {
  const page = await journey.open('owner', '/org/pro-payg/billing?panel=costControl');
  await choose(page, 'Spend cap enabled');
  await panelOf(page)
    .getByText(/^Overage so far is invoiced now and charged to your default card\./)
    .waitFor();
  const bill = panelOf(page).getByRole('table', { name: 'Overage so far' });
  const due = /\$[\d,.]+/.exec(await bill.getByRole('row', { name: /^Due today/ }).innerText())?.[0] ?? '';
  await isConfirmable(page);
  expect(await confirmIn(page).innerText()).toBe(`Confirm, ${due} due today`);
  await confirmIn(page).click();
  await seesText(page, 'costControl.enabled');
  await sectionOf(page).getByText('Spend cap is on', { exact: true }).waitFor();
  const invoices = page.getByRole('region', { name: 'Past Invoices' });
  await invoices.scrollIntoViewIfNeeded();
  await invoices.getByRole('grid').getByText(due, { exact: true }).first().waitFor();
});

it('says why it is fixed, each time by its cause, and keeps the button reachable', async () => {
  const page = await journey.open('owner', '/org/changes-disabled/billing?panel=costControl');
  await panelOf(page)
    .getByText('Subscription changes are currently disabled. Our engineers are working on a fix.', { exact: true })
    .first()
    .waitFor();
  await confirmIn(page).focus();
  await hasFocus(confirmIn(page));
  expect(await confirmIn(page).getAttribute('aria-disabled')).toBe('true');

  await page.goto(`${journey.origin}/org/all-paused/billing?panel=costControl`);
  await seesText(panelOf(page), 'costControl.projectNotActive');
  for (const [slug, words] of [
    ['team-eu', 'The spend cap is off at all times on the Team Plan'],
    ['enterprise-invoice', 'The spend cap is off at all times on the Enterprise Plan'],
    ['aws-market', 'The spend cap is off at all times on the Team Plan'],
    ['free-start', 'The Free Plan has no spend cap: its usage is limited at all times'],
  ] as const) {
    await page.goto(`${journey.origin}/org/${slug}/billing?panel=costControl`);
    await panelOf(page).getByText(words, { exact: true }).first().waitFor();
    const chosen = panelOf(page).getByRole('radio', { checked: true });
    const name = await chosen.getAttribute('value');
    await chosen.focus();
    await page.keyboard.press('ArrowDown');
    expect(await chosen.getAttribute('value')).toBe(name);
  }
  await page.keyboard.press('Escape');
  await hasFocus(opener(page));
  expect(await opener(page).getAttribute('aria-disabled')).toBe('true');
});

it('is not changed by who may not write', async () => {
  const page = await journey.open('developer', '/org/over-limit/billing?panel=costControl');
  await seesText(panelOf(page), 'costControl.noWrite');
  expect(await confirmIn(page).getAttribute('aria-disabled')).toBe('true');
});

it('keeps the choice through an ended session and a lost connection, and continues', async () => {
  journey.forgive(/status of 401|ERR_INTERNET_DISCONNECTED|dynamically imported module/);
  const page = await journey.open('owner', '/org/card-no-address/billing?panel=costControl');
  const panel = panelOf(page);
  await choose(page, 'Spend cap disabled');
  await isConfirmable(page);

  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await confirmIn(page).click();
  await panel
    .getByText(/^Failed to toggle spend cap: /)
    .first()
    .waitFor();
  expect(await panel.getByRole('link', { name: /^Sign in again/ }).getAttribute('target')).toBe('_blank');
  await page.context().addCookies(cookies);

  // Loads all lazy parts first, so that only the change fails without a connection.
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await confirmIn(page).click();
  await seesText(panel, 'costControl.failed', { message: 'The platform could not be reached. Check your connection.' });
  await panel.getByText(/We don.t know yet whether the change was made/).waitFor();
  expect(await panel.getByRole('radio', { name: 'Spend cap disabled' }).isChecked()).toBe(true);
  await page.context().setOffline(false);
  await confirmIn(page).click();
  await page.getByText('Successfully disabled spend cap', { exact: true }).filter({ visible: true }).first().waitFor();
  await panel.waitFor({ state: 'hidden' });
});

it('says in plain words that no preview is possible when another tab was faster', async () => {
  journey.forgive(/status of 400/);
  const page = await journey.open('owner', '/org/fly-partner/billing?panel=costControl');
  await panelOf(page).waitFor();
  const path = `${journey.origin}/platform/organizations/fly-partner/billing/subscription`;
  const changed = await page.context().request.put(path, { data: { tier: 'tier_pro' }, headers: { Origin: journey.origin } });
  expect(changed.status()).toBe(200);
  await choose(page, 'Spend cap enabled');
  await panelOf(page).getByText('Failed to preview subscription.', { exact: true }).waitFor();
  const refusal = panelOf(page).getByText(/The organization is on this plan already/);
  await refusal.first().waitFor();
  expect(new Set(await refusal.allInnerTexts())).toEqual(new Set(['The organization is on this plan already']));
  expect(await confirmIn(page).getAttribute('aria-disabled')).toBe('true');
});

it('says when the next change is possible after ten changes in a day, and sends one request', async () => {
  journey.forgive(/429/);
  const page = await journey.open('owner', '/org/pro-payg/billing');
  const turn = (tier: string) =>
    page.request.put(`${journey.origin}/platform/organizations/pro-payg/billing/subscription`, {
      data: { tier },
      headers: { Origin: journey.origin },
    });
  // Changes the plan until the platform refuses a change: 10 changes a day are allowed, and earlier tests have already made some.
  let last = 0;
  for (let round = 0; round < 6 && last !== 429; round += 1) {
    await turn('tier_pro');
    last = (await turn('tier_payg')).status();
  }
  expect(last).toBe(429);

  await page.goto(`${journey.origin}/org/pro-payg/billing?panel=costControl`);
  await panelOf(page).waitFor();
  let putRequests = 0;
  page.on('request', (request) => (putRequests += request.method() === 'PUT' ? 1 : 0));
  await choose(page, 'Spend cap disabled');
  await isConfirmable(page);
  await confirmIn(page).click();
  await panelOf(page)
    .getByText(/Plan changes are limited to 10 a day\. Next possible at \w{3} \d\d, \d{4}, \d\d:\d\d UTC\./)
    .first()
    .waitFor(patient);
  await isConfirmable(page);
  expect(putRequests).toBe(1);
});
