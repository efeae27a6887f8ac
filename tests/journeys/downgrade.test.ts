import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';
import { seesText } from '#tests/support/sees-text.ts';

const journey = useJourney();

const patient = { timeout: 15_000 };

const confirmation = (page: Page): Locator => page.getByRole('alertdialog', { name: 'Downgrade to the Free Plan?' });
const survey = (page: Page): Locator => page.getByRole('dialog', { name: 'Help us improve' });
const planPanel = (page: Page): Locator => page.getByRole('dialog', { name: 'Change subscription plan' });
const toFree = (page: Page): Locator => planPanel(page).getByRole('button', { name: 'Downgrade to Free' });
const planOf = (page: Page): Locator => page.getByRole('region', { name: 'Subscription Plan' });

const hasFocus = (control: Locator) =>
  expect.poll(() => control.evaluate((element) => element === document.activeElement), patient).toBe(true);

async function press(control: Locator): Promise<void> {
  await expect.poll(() => control.getAttribute('aria-disabled'), patient).toBeNull();
  await control.focus();
  await control.press('Enter');
}

async function walkToSurvey(page: Page): Promise<void> {
  await press(toFree(page));
  await press(confirmation(page).getByRole('button', { name: 'Continue to downgrade' }));
  await survey(page).waitFor();
}

const listed = (page: Page, title: string): Promise<string[]> =>
  confirmation(page)
    .locator('div')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .last()
    .getByRole('listitem')
    .allInnerTexts();

async function openConfirmation(): Promise<{ page: Page; dialog: Locator }> {
  const page = await journey.open('owner', '/org/team-eu/billing?panel=subscriptionPlan');
  await press(toFree(page));
  const dialog = confirmation(page);
  await dialog.getByRole('heading', { name: "Features you'll lose" }).waitFor();
  return { page, dialog };
}

it('focuses the button that keeps the plan, visible on a phone and on a desktop', async () => {
  const { page, dialog } = await openConfirmation();
  const keep = dialog.getByRole('button', { name: 'Keep the Team Plan' });
  const inSight = (part: Locator): Promise<boolean> =>
    part.evaluate((element) => {
      const { top, bottom, left } = element.getBoundingClientRect();
      return top >= 0 && element.contains(document.elementFromPoint(left + 20, bottom - 2));
    });
  for (const size of [
    { width: 400, height: 600 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    await hasFocus(keep);
    expect(await inSight(keep)).toBe(true);
    expect(await inSight(dialog.getByRole('heading', { level: 2 }))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await hasFocus(toFree(page));
});

it('lists what a downgrade from Team to Free removes, restarts and costs', async () => {
  const { page, dialog } = await openConfirmation();
  const addons = await listed(page, 'Add-ons that will be removed');
  expect(addons).toContain('netz-aachen: Small Compute Instance');
  expect(addons.join()).not.toMatch(/Micro/);
  const restarting = await listed(page, 'Projects that will restart');
  expect(restarting).toHaveLength(24);
  expect(restarting).toContain('netz-bonn');
  expect(await listed(page, "Features you'll lose")).toContain('SOC2');
  const money = dialog.getByRole('table', { name: 'Credits and amount due' });
  expect(await money.getByRole('row', { name: /^Unused time of the Team Plan, added to your credits/ }).innerText()).toMatch(
    /−\$5\d\d\.\d\d$/,
  );
  await money.getByRole('row', { name: /^Usage so far, on a final invoice/ }).waitFor();
  await money.getByRole('row', { name: /^Due on the final invoice after credits/ }).waitFor();
  const amounts = (await money.getByRole('cell').allInnerTexts()).map(
    (text) => Number(text.replace('−', '-').replaceAll(/[$,]/g, '')) * 100,
  );
  expect(amounts.slice(0, -1).reduce((sum, cents) => sum + cents, 0)).toBeCloseTo(amounts.at(-1) ?? NaN);
});

it('goes from Team to Free by keyboard alone', async () => {
  const page = await journey.open('owner', '/org/team-eu/billing');
  await page.evaluate(() => window.scrollTo(0, 100));
  await press(planOf(page).getByRole('button', { name: 'Change subscription plan' }));
  await walkToSurvey(page);
  await hasFocus(survey(page).getByRole('heading', { level: 2 }));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await seesText(page, 'planChange.downgradedToFree');
  await survey(page).waitFor({ state: 'hidden' });
  await planPanel(page).waitFor({ state: 'hidden' });
  expect(page.url()).not.toContain('panel=');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await planOf(page).getByText('Free Plan', { exact: true }).waitFor();
  await hasFocus(planOf(page).getByRole('button', { name: 'Change subscription plan' }));
});

it('ends where members are over their limit: who, which limit, what to do', async () => {
  const page = await journey.open('owner', '/org/over-limit/billing?panel=subscriptionPlan');
  await press(toFree(page));
  await confirmation(page).getByRole('heading', { name: "Features you'll lose" }).waitFor();
  expect(await listed(page, 'Add-ons that will be removed')).toEqual([
    'fleet-control: Large Compute Instance; Custom Domain; Dedicated IPv4; Point-in-time recovery, 14 days',
    'simulator: Small Compute Instance; Dedicated IPv4',
    'telemetry: Medium Compute Instance',
  ]);
  expect(await listed(page, 'Add-ons that you have to remove yourself')).toEqual(['telemetry: Phone MFA; Log Drain']);
  expect(await listed(page, 'Projects that will restart')).toEqual(['docs', 'fleet-control', 'simulator', 'telemetry']);
  await press(confirmation(page).getByRole('button', { name: 'Continue to downgrade' }));

  const warning = page.getByRole('dialog', { name: 'Members exceed their free project limits' });
  await warning.getByText('tess-tideline (tess-tideline@tideline.example): limit of 2 active Free projects', { exact: true }).waitFor();
  await warning.getByText(/noor-tideline/).waitFor();
  await warning.getByText(/pause, delete or upgrade one of their other Free projects/).waitFor();
  await press(warning.getByRole('button', { name: 'Understood' }));
  expect(await survey(page).count()).toBe(0);
  await hasFocus(toFree(page));
});

it("keeps the plan and the survey's text when the downgrade fails, and the downgrade when the survey fails", async () => {
  journey.forgive(/status of 401/);
  const page = await journey.open('owner', '/org/pro-payg/billing?panel=subscriptionPlan');
  const context = page.context();
  await walkToSurvey(page);
  const dialog = survey(page);
  const submit = dialog.getByRole('button', { name: 'Confirm downgrade' });
  await dialog.getByRole('radio', { name: 'A feature that I need is missing.' }).check();
  const words = dialog.getByRole('textbox', { name: /^Which feature is missing\?/ });
  await words.fill('Column-level masking');

  const cookies = await context.cookies();
  await context.clearCookies();
  await press(submit);
  await dialog.getByText(/^Failed to downgrade project: /).waitFor();
  const refusal = (await dialog.getByText(/^Failed to downgrade project: /).innerText()).replace('Failed to downgrade project: ', '');
  await seesText(dialog, 'planChange.downgradeFailed', { message: refusal });
  await dialog.getByRole('link', { name: /^Sign in again/ }).waitFor();
  expect(await words.inputValue()).toBe('Column-level masking');

  // The session ends while the downgrade request runs. This request has the session cookie, the later survey request does not.
  await context.addCookies(cookies);
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const slowBy = (latency: number) =>
    network.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 });
  await slowBy(3000);
  const update = page.waitForRequest((request) => request.method() === 'PUT');
  await press(submit);
  await update;
  await dialog.getByText('Downgrading to the Free Plan...').first().waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(true);
  expect(await dialog.getByRole('button', { name: 'Close' }).getAttribute('aria-disabled')).toBe('true');
  await context.clearCookies();
  await page.getByText('downgraded to Free Plan', { exact: true }).filter({ visible: true }).first().waitFor();
  await slowBy(0);
  await dialog.getByText('The downgrade is done', { exact: true }).waitFor();
  await seesText(dialog, 'surveys.exitFailed', { message: refusal });
  expect(await words.inputValue()).toBe('Column-level masking');
  expect(await dialog.getByRole('radio', { name: 'A feature that I need is missing.' }).isChecked()).toBe(true);

  await context.addCookies(cookies);
  const sentRequest = page.waitForRequest((request) => request.url().endsWith('/feedback/downgrade'));
  await press(dialog.getByRole('button', { name: 'Send answers again' }));
  expect((await sentRequest).postDataJSON()).toEqual({
    orgSlug: 'pro-payg',
    reasons: '- A feature that I need is missing.\n',
    additionalFeedback: 'Column-level masking',
    exitAction: 'downgrade',
  });
  await dialog.waitFor({ state: 'hidden' });
  await planOf(page).getByText('Free Plan', { exact: true }).waitFor();
});

it('is scheduled for the end of the cycle with the hosting partner, and can be undone', async () => {
  const page = await journey.open('owner', '/org/fly-partner/billing?panel=subscriptionPlan');
  await press(toFree(page));
  const dialog = confirmation(page);
  const ends =
    /The change takes effect at the end of the billing cycle, on (\w{3} \d\d, \d{4})\. Until then nothing changes\. This organization is billed through Fly\.io\./;
  await dialog.getByText(ends).waitFor();
  const date = ends.exec(await dialog.getByText(ends).innerText())?.[1] ?? '';
  await press(dialog.getByRole('button', { name: 'Continue to downgrade' }));
  await survey(page).getByRole('radio', { name: 'None of the above' }).check();
  await press(survey(page).getByRole('button', { name: 'Confirm downgrade' }));
  await page.getByText(`Changes to the Free Plan on ${date}`, { exact: true }).filter({ visible: true }).first().waitFor();
  await survey(page).waitFor({ state: 'hidden' });
  await planOf(page).getByText('Pro Plan', { exact: true }).waitFor();
  await planOf(page)
    .getByText(new RegExp(`Changes to the Free Plan on ${date}`))
    .waitFor();

  await press(planOf(page).getByRole('button', { name: 'Change subscription plan' }));
  await press(planPanel(page).getByRole('button', { name: 'Undo the downgrade' }));
  const takeBack = page.getByRole('alertdialog', { name: 'Undo the downgrade to the Free Plan?' });
  await takeBack.getByText(new RegExp(`changes to the Free Plan on ${date}`)).waitFor();
  await hasFocus(takeBack.getByRole('button', { name: 'Leave it scheduled' }));
  await press(takeBack.getByRole('button', { name: 'Stay on the Pro Plan' }));
  await page.getByText('This organization stays on the Pro Plan', { exact: true }).filter({ visible: true }).first().waitFor();
  await takeBack.waitFor({ state: 'hidden' });
  await planPanel(page).getByRole('button', { name: 'Close' }).click();
  await expect
    .poll(
      () =>
        planOf(page)
          .getByText(/Changes to the Free Plan/)
          .count(),
      patient,
    )
    .toBe(0);
});
