import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';
import {
  answerBank,
  bank,
  cardNumber,
  chargedCents,
  chooseNewCard,
  hasKeyboard,
  isReady,
  openUpgrade,
  passTime,
  payButton,
  pressOn,
  pressPay,
  scriptFault,
  typeAddress,
  typeCard,
  upgradeDialog,
} from '#tests/support/upgrade-dialog.ts';

const journey = useJourney();

const survey = (page: Page) => page.getByRole('dialog', { name: "We're excited for your upgrade" });
/** Finds a visible toast. Without the filter, the text would also match in the collapsed list of recent messages. */
const seen = (page: Page, words: string | RegExp) => page.getByText(words).filter({ visible: true }).first();
const subscription = (page: Page) => page.getByRole('region', { name: 'Subscription Plan' });

const signIn = (page: Page, member: string) =>
  page.context().request.post(`${journey.origin}/auth/sandbox`, { data: { member }, headers: { Origin: journey.origin } });

async function countCharges(): Promise<() => Promise<number>> {
  const before = (await chargedCents(journey)).length;
  return async () => (await chargedCents(journey)).length - before;
}

it('charges once for two presses', async () => {
  const charges = await countCharges();
  const page = await openUpgrade(journey, 'pro-payg', 'Team');
  await payButton(page).dblclick();
  await survey(page).waitFor();
  expect(await charges()).toBe(1);
});

it('accepts the upgrade of one of two tabs, and tells the other why not', { timeout: 120_000 }, async () => {
  journey.forgive(/status of 4\d\d/);
  const charges = await countCharges();
  const [first, second] = await Promise.all([
    openUpgrade(journey, 'over-limit', 'Team'),
    openUpgrade(journey, 'over-limit', 'Team', 'admin'),
  ]);
  await Promise.all([payButton(first).click(), payButton(second).click()]);
  const refused = (tab: Page) => seen(tab, /^Unable to update subscription: /);
  const ends = await Promise.all(
    [first, second].map((tab) =>
      Promise.race([
        survey(tab)
          .waitFor()
          .then(() => 'done'),
        refused(tab)
          .waitFor()
          .then(() => 'refused'),
      ]),
    ),
  );
  expect(ends.toSorted()).toEqual(['done', 'refused']);
  expect(await charges()).toBe(1);
});

it('loses nothing when the session has ended, and charges once after signing in again', { timeout: 120_000 }, async () => {
  journey.forgive(/status of 401/);
  const charges = await countCharges();
  const page = await openUpgrade(journey, 'grace-over', 'Team');
  await chooseNewCard(page);
  await typeCard(page, { number: '4000002760003184' });
  await typeAddress(page);
  await page.context().clearCookies();
  await pressPay(page);
  await page.getByRole('link', { name: /^Sign in again/ }).waitFor();
  expect(await cardNumber(page).inputValue()).toBe('4000 0027 6000 3184');
  expect(await charges()).toBe(0);
  await signIn(page, 'owner');
  await pressPay(page);
  // The session ends again during the challenge: the payment succeeds, so no message may say that nothing was charged.
  await bank(page).getByRole('button', { name: 'Complete authentication' }).waitFor();
  await page.context().clearCookies();
  await answerBank(page, 'Complete authentication');
  const dialog = upgradeDialog(page, 'Team');
  await dialog.getByText('Your payment is being processed', { exact: true }).waitFor();
  await dialog.getByText('Your session has ended. Sign in again in another tab, then check again.', { exact: true }).waitFor();
  expect(await dialog.getByText(/Nothing was charged/).count()).toBe(0);
  await signIn(page, 'owner');
  await pressOn(page, dialog.getByRole('button', { name: 'Check again' }));
  await survey(page).waitFor();
  expect(await charges()).toBe(1);
});

it('says that the permission was removed while the dialog was open, and changes nothing', async () => {
  journey.forgive(/status of 403/);
  const charges = await countCharges();
  const page = await openUpgrade(journey, 'pro-capped', 'Team');
  await signIn(page, 'developer');
  await pressPay(page);
  await seen(page, /^Unable to update subscription: /).waitFor();
  await upgradeDialog(page, 'Team').getByText('Nothing was charged and your plan is unchanged.').waitFor();
  await upgradeDialog(page, 'Team').getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Upgrade to Team' }).getAttribute('aria-disabled')).toBe('true');
  expect(await charges()).toBe(0);
});

it('finds out what became of a change without an answer, and charges once', { timeout: 120_000 }, async () => {
  journey.forgive(/status of 5\d\d|ERR_INTERNET_DISCONNECTED/);
  const charges = await countCharges();
  const page = await openUpgrade(journey, 'pro-capped', 'Team');
  // Loads all lazy parts first, so that only the change fails without a connection.
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await pressPay(page);
  await page.getByText('We do not know yet whether the change went through', { exact: true }).waitFor();
  expect(await payButton(page).count()).toBe(0);
  expect(await charges()).toBe(0);
  await page.context().setOffline(false);
  await pressOn(page, page.getByRole('button', { name: 'Check again' }));
  await survey(page).waitFor();
  expect(await charges()).toBe(1);

  const other = await openUpgrade(journey, 'free-one-card', 'Pro');
  await other.getByRole('radio', { name: /^Visa/ }).click();
  await scriptFault(journey, { on: 'request', effect: 'lost_after', method: 'POST', path: '/payment_intents', times: 1 });
  await pressPay(other);
  await survey(other).waitFor();
  expect(await charges()).toBe(2);
});

it('offers to continue or cancel a payment that was left in the middle', { timeout: 120_000 }, async () => {
  journey.forgive(/status of 400/);
  const charges = await countCharges();
  const page = await openUpgrade(journey, 'restricted', 'Team');
  await chooseNewCard(page);
  await typeCard(page, { number: '4000002760003184' });
  await pressPay(page);
  await bank(page).getByRole('button', { name: 'Complete authentication' }).waitFor();
  await page.goto(`${journey.origin}/org/restricted/billing`);
  await subscription(page).getByText('A plan change is waiting for payment', { exact: true }).waitFor();
  await subscription(page).getByRole('button', { name: 'Cancel the change' }).click();
  const question = page.getByRole('alertdialog', { name: 'Cancel the change of your plan?' });
  await pressOn(page, question.getByRole('button', { name: 'Cancel the change' }));
  await seen(page, 'The change was canceled. Nothing was charged.').waitFor();
  // The page has deleted the stored request. Otherwise, the page could mistake another member's later change for this request.
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('change:')))).toEqual([]);
  await expect.poll(() => subscription(page).getByRole('button').allInnerTexts()).toEqual(['Change subscription plan']);
  expect(await charges()).toBe(0);

  const reader = await journey.open('developer', '/org/pending-payment/billing');
  await subscription(reader).getByRole('button', { name: 'Change subscription plan' }).waitFor();
  expect(await subscription(reader).getByRole('button').count()).toBe(1);
  const payer = await journey.open('owner', '/org/pending-payment/billing');
  await pressOn(payer, subscription(payer).getByRole('button', { name: 'Continue the payment' }));
  const dialog = payer.getByRole('dialog', { name: 'Continue your plan payment' });
  await pressOn(payer, dialog.getByRole('button', { name: 'Continue the payment' }));
  await answerBank(payer, 'Fail authentication');
  await dialog.getByText('Could not confirm payment. Please try again or use a different card.').waitFor();
  // The dialog shows the plan and moves the focus to the cards. A second press of Enter therefore reaches a card and charges nothing.
  const [, amount] = /^Team Plan: (\$[\d.,]+)$/.exec(await dialog.getByText(/^Team Plan: /).innerText()) ?? [];
  await expect.poll(() => hasKeyboard(dialog.getByRole('radio', { checked: true }))).toBe(true);
  await payer.keyboard.press('Enter');
  expect(await charges()).toBe(0);
  await pressOn(payer, dialog.getByRole('button', { name: `Pay ${amount} with this card`, exact: true }));
  await subscription(payer).getByText('Team Plan', { exact: true }).waitFor();
  await seen(payer, 'Successfully upgraded subscription to Team!').waitFor();
  await pressOn(payer, survey(payer).getByRole('button', { name: 'Skip' }));
  expect(await charges()).toBe(1);
});

it('waits for a payment that continues by itself', { timeout: 120_000 }, async () => {
  const charges = await countCharges();
  const page = await openUpgrade(journey, 'restricted', 'Team');
  await chooseNewCard(page);
  await typeCard(page, { number: '4000009990000005' });
  await pressPay(page);
  const dialog = upgradeDialog(page, 'Team');
  const pending = 'Your payment is still being processed. The change takes effect when it is done.';
  await seen(page, pending).waitFor();
  const note = await dialog.getByText('Your payment is being processed', { exact: true }).elementHandle();
  expect([await survey(page).count(), await charges()]).toEqual([0, 0]);
  const checked = page.waitForResponse((answer) => answer.url().endsWith('/subscription/confirm'));
  await dialog.getByRole('button', { name: 'Check again' }).press('Enter');
  await checked;
  await expect.poll(() => dialog.getByRole('button', { name: 'Close' }).last().getAttribute('aria-disabled')).toBeNull();
  expect(await note?.evaluate((element) => element.isConnected)).toBe(true);
  // The change is still pending when the dialog closes and after a reload.
  const looked = () => page.waitForResponse((answer) => /\/billing\/subscription(\?|$)/.test(answer.url()));
  await Promise.all([looked(), dialog.getByRole('button', { name: 'Close' }).last().click()]);
  await dialog.waitFor({ state: 'hidden' });
  await Promise.all([looked(), page.reload()]);
  await seen(page, 'Your payment is being processed').waitFor();
  expect(await page.getByRole('button', { name: /^(Continue the payment|Cancel the change)$/ }).count()).toBe(0);
  await passTime(page, journey, 60);
  await pressOn(page, page.getByRole('button', { name: 'Check again' }).last());
  const waiting = page.getByRole('dialog', { name: 'Continue your plan payment' });
  await pressOn(page, waiting.getByRole('button', { name: 'Check again' }));
  await seen(page, 'Successfully upgraded subscription to Team!').waitFor();
  await survey(page).waitFor();
  expect([new URL(page.url()).search, await charges()]).toEqual(['', 1]);
  // The chosen card becomes the default card, although the member completed the payment in another dialog.
  await pressOn(page, survey(page).getByRole('button', { name: 'Skip' }));
  const cards = page.getByRole('region', { name: 'Payment Methods' });
  await expect.poll(() => cards.getByRole('listitem').filter({ hasText: 'Active' }).innerText(), { timeout: 15_000 }).toMatch(/0005/);
});

it('shows the old price against the new one, and charges what was agreed to', async () => {
  journey.forgive(/status of 409/);
  const charges = await chargedCents(journey);
  const page = await openUpgrade(journey, 'card-no-address', 'Team');
  await page.getByRole('radio', { name: /^Visa/ }).click();
  await isReady(page);
  const old = await payButton(page).innerText();
  await passTime(page, journey, 2 * 86_400);
  await pressPay(page);
  await seen(page, /^The price has changed: it was \$\d+\.\d\d and is \$\d+\.\d\d now\./).waitFor();
  const agreed = await payButton(page).innerText();
  expect(agreed).not.toBe(old);
  expect((await chargedCents(journey)).length).toBe(charges.length);
  await pressPay(page);
  await survey(page).waitFor();
  expect(agreed).toContain(`$${((await chargedCents(journey)).at(-1) ?? 0) / 100}`);
});

it('renews a price that expires while it is on screen', async () => {
  const page = await journey.open('owner', '/sign-in');
  await page.clock.install();
  await page.goto(`${journey.origin}/org/grace-period/billing?panel=subscriptionPlan`);
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await payButton(page).waitFor();
  const renewed = page.waitForResponse((answer) => answer.url().endsWith('/subscription/preview'));
  await page.clock.fastForward('15:01');
  await renewed;
  await seen(page, 'The quote expired and was refreshed. The price is still $25.00.').waitFor();
});

it('asks for a captcha after five declines, over the dialog, and charges once when it is solved, all by keyboard', async () => {
  journey.forgive(/status of 4(02|29)/);
  const page = await openUpgrade(journey, 'features-off', 'Team', 'billing');
  for (let turn = 0; turn < 5; turn += 1) {
    const declined = await page.context().request.put(`${journey.origin}/platform/organizations/features-off/billing/subscription`, {
      data: { tier: 'tier_team', payment_method: 'pm_card_chargeDeclined' },
      headers: { Origin: journey.origin },
    });
    expect(declined.status()).toBe(402);
  }
  const charges = await countCharges();
  await scriptFault(journey, { on: 'captcha', effect: 'challenge', times: 2 });
  await chooseNewCard(page);
  await typeCard(page, { number: '4242424242424242' });
  await pressPay(page);
  const check = page.getByRole('dialog', { name: 'Security check' });
  await check.waitFor();
  await page.keyboard.press('Escape');
  await upgradeDialog(page, 'Team').getByText('The security check was not completed. Try again.').first().waitFor();
  expect(await charges()).toBe(0);

  await pressPay(page);
  await check.getByRole('textbox', { name: 'The word' }).waitFor();
  await page.keyboard.type('nonsense');
  await page.keyboard.press('Enter');
  const alertText = await check.getByRole('alert').filter({ hasText: 'That is not the word' }).textContent();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(/Type: (\w+)/.exec(alertText ?? '')?.[1] ?? '');
  await page.keyboard.press('Enter');
  await survey(page).waitFor();
  expect(await charges()).toBe(1);
});
