import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';
import {
  chooseNewCard,
  choosePlan,
  hasKeyboard,
  openUpgrade,
  passTime,
  payButton,
  pressOn,
  pressPay,
  scriptFault,
  typeCard,
  upgradeDialog,
} from '#tests/support/upgrade-dialog.ts';

const journey = useJourney();

const survey = (page: Page) => page.getByRole('dialog', { name: "We're excited for your upgrade" });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Change subscription plan' });
const seen = (page: Page, words: string | RegExp) => page.getByText(words).filter({ visible: true }).first();

const go = (page: Page, address: string) => page.evaluate((to) => window.history.pushState(null, '', to), address);

it('closes a dialog with Back, then the panel below it, but neither while a change is saving', { timeout: 120_000 }, async () => {
  const page = await journey.open('owner', '/org/pro-payg/billing');
  await pressOn(page, page.getByRole('button', { name: 'Change subscription plan' }));
  await pressOn(page, panel(page).getByRole('button', { name: 'Upgrade to Team' }));
  await payButton(page).waitFor();
  await page.goBack();
  await upgradeDialog(page, 'Team').waitFor({ state: 'hidden' });
  expect([await panel(page).isVisible(), new URL(page.url()).search]).toEqual([true, '?panel=subscriptionPlan']);
  await page.goBack();
  await panel(page).waitFor({ state: 'hidden' });
  await pressOn(page, page.getByRole('button', { name: 'Change subscription plan' }));
  await panel(page).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);

  await pressOn(page, panel(page).getByRole('button', { name: 'Upgrade to Team' }));
  await scriptFault(journey, { on: 'request', effect: 'delay', method: 'POST', path: '/payment_intents', delayMs: 4000, times: 1 });
  await pressPay(page);
  await seen(page, 'Updating subscription...').waitFor();
  await page.goBack();
  await page.getByRole('status').getByText('Please wait until this has finished.', { exact: true }).first().waitFor({ state: 'attached' });
  expect([await upgradeDialog(page, 'Team').isVisible(), new URL(page.url()).search]).toEqual([true, '?panel=subscriptionPlan']);
  expect(await hasKeyboard(payButton(page))).toBe(true);
  await survey(page).waitFor();

  await go(page, '/org/free-start/billing');
  await page.getByRole('heading', { name: 'Past Invoices' }).waitFor();
  await page.getByText('Free Plan', { exact: true }).first().waitFor();
  expect(await survey(page).count()).toBe(0);
  await page.goBack();
  await survey(page).waitFor();
  // In the previous history entry, the panel was open. The Back button closes the survey and must not reopen the panel.
  await page.goBack();
  await survey(page).waitFor({ state: 'hidden' });
  expect([await page.getByRole('dialog').count(), new URL(page.url()).search]).toEqual([0, '']);
});

it('names a change that got no response, whichever dialog finds out', { timeout: 120_000 }, async () => {
  journey.forgive(/ERR_INTERNET_DISCONNECTED/);
  const page = await journey.open('owner', '/org/card-no-address/billing?panel=costControl');
  const cap = page.getByRole('dialog', { name: 'Spend cap' });
  await cap.getByRole('radio', { name: 'Spend cap disabled' }).check({ force: true });
  const confirm = cap.getByRole('button', { name: /^Confirm/ });
  await expect.poll(() => confirm.getAttribute('aria-disabled')).toBeNull();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await pressOn(page, confirm);
  await cap.getByText(/We don.t know yet whether the change was made/).waitFor();
  await page.context().setOffline(false);

  await page.goto(`${journey.origin}/org/card-no-address/billing?panel=subscriptionPlan`);
  await pressOn(page, panel(page).getByRole('button', { name: 'Upgrade to Team' }));
  const dialog = upgradeDialog(page, 'Team');
  await dialog.getByText('We do not know yet whether the change went through', { exact: true }).waitFor();
  const again = dialog.getByRole('button', { name: 'Check again' });
  await pressOn(page, again);
  await seen(page, 'Successfully disabled spend cap').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  expect(await survey(page).count()).toBe(0);
});

it('keeps the keyboard on the main button while a change without an answer is looked for', { timeout: 120_000 }, async () => {
  journey.forgive(/ERR_INTERNET_DISCONNECTED/);
  const page = await openUpgrade(journey, 'over-limit', 'Team');
  await page.context().setOffline(true);
  await pressPay(page);
  const dialog = upgradeDialog(page, 'Team');
  const again = dialog.getByRole('button', { name: 'Check again' });
  await again.waitFor();
  expect(await hasKeyboard(again)).toBe(true);
  await page.keyboard.press('Enter');
  await seen(page, 'Waiting for the outcome of your earlier request...').waitFor();
  expect(await hasKeyboard(again)).toBe(true);
  await page.context().setOffline(false);
  await survey(page).waitFor();
});

it('upgrades and tops up where the browser refuses its storage', { timeout: 120_000 }, async () => {
  const page = await journey.open('owner', '/sign-in');
  await page.addInitScript(() => {
    const denied = (): never => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: denied });
  });
  await page.goto(`${journey.origin}/org/free-one-card/billing?panel=subscriptionPlan`);
  await choosePlan(page, 'Pro');
  await page.getByRole('radio', { name: /^Visa/ }).click();
  await pressPay(page);
  await pressOn(page, survey(page).getByRole('button', { name: 'Skip' }));
  await seen(page, 'Successfully upgraded subscription to Pro!').waitFor();
  await pressOn(page, page.getByRole('button', { name: 'Top Up', exact: true }));
  await page.getByRole('dialog', { name: 'Top Up Credits' }).waitFor();
});

it('finishes a change without a response when its dialog is closed or the page is loaded again', { timeout: 120_000 }, async () => {
  for (const end of ['close', 'reload'] as const) {
    const page = await openUpgrade(journey, end === 'close' ? 'restricted' : 'pro-capped', 'Team');
    await chooseNewCard(page);
    await typeCard(page, { number: '4000009990000005' });
    await pressPay(page);
    const dialog = upgradeDialog(page, 'Team');
    await dialog.getByText('Your payment is being processed', { exact: true }).waitFor();
    await passTime(page, journey, 60);
    if (end === 'close') await dialog.getByRole('button', { name: 'Close' }).last().click();
    else await page.reload();
    await pressOn(page, survey(page).getByRole('button', { name: 'Skip' }));
    await seen(page, 'Successfully upgraded subscription to Team!').waitFor();
    await page.getByText('Team Plan', { exact: true }).first().waitFor();
    await expect.poll(async () => [await page.getByRole('dialog').count(), new URL(page.url()).search]).toEqual([0, '']);
    await page.reload();
    await page.getByText('Team Plan', { exact: true }).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await survey(page).count()).toBe(0);
  }
});
