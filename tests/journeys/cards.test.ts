import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { sessionEnded } from '#server/http/caller.ts';
import { hearOnce, listen } from '#a11y/walks/listen.ts';
import { useJourney } from '#tests/support/journey.ts';
import { answerBank, breakNext, cardFrame, mend, tabTo, typeCard } from '#tests/support/payment-page.ts';
import { seesText } from '#tests/support/sees-text.ts';

const journey = useJourney();

const cards = (page: Page) => page.getByRole('region', { name: 'Payment Methods' });
const row = (page: Page, digits: string) => cards(page).getByRole('listitem').filter({ hasText: digits });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Add new card' });
const toasted = (page: Page, words: string) => page.getByText(words, { exact: true }).filter({ visible: true }).first().waitFor();

async function openMenu(page: Page, card: string): Promise<void> {
  await tabTo(page, `Options for ${card}`);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem').first().waitFor();
}

/** Chooses a menu item with the arrow keys, which must also reach unavailable items. */
async function choose(page: Page, item: string): Promise<void> {
  const target = page.getByRole('menuitem', { name: item });
  const isAt = () => target.evaluate((element) => element === document.activeElement);
  for (let step = 0; step < 4 && !(await isAt()); step += 1) await page.keyboard.press('ArrowDown');
  expect(await isAt()).toBe(true);
  await page.keyboard.press('Enter');
}

async function askPlatform(page: Page, method: 'PUT' | 'DELETE', path: string, data: object): Promise<void> {
  const headers = { Origin: journey.origin };
  const answer = await page.request.fetch(`${journey.origin}/platform/organizations/${path}`, { method, data, headers });
  expect(answer.status()).toBe(200);
}

async function cardIds(page: Page, slug: string): Promise<Record<string, string>> {
  const { data } = await (
    await page.request.get(`${journey.origin}/platform/organizations/${slug}/payments`, { headers: { Version: '2' } })
  ).json();
  return Object.fromEntries((data as { id: string; card: { last4: string } }[]).map(({ id, card }) => [card.last4, id]));
}

it('says which card is active, and keeps the focus on its menu button after the menu was left', async () => {
  const page = await journey.open('owner', '/org/pro-payg/billing');
  await cards(page).scrollIntoViewIfNeeded();
  const [visa, mastercard, amex] = [row(page, '4242'), row(page, '4444'), row(page, '0005')];
  await seesText(visa, 'paymentMethods.active');
  await seesText(mastercard, 'paymentMethods.expiringSoon');
  await seesText(amex, 'paymentMethods.expired');

  await openMenu(page, 'Visa ending in 4242');
  await seesText(page, 'paymentMethods.cannotDeleteActive');
  await choose(page, 'Delete card');
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  const options = page.getByRole('button', { name: 'Options for Visa ending in 4242' });
  for (const leave of ['Escape', 'Tab', 'Shift+Tab']) {
    if (leave !== 'Escape') await openMenu(page, 'Visa ending in 4242');
    await page.keyboard.press(leave);
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await expect.poll(() => options.evaluate((button) => button === document.activeElement)).toBe(true);
  }
  await page.keyboard.press('Tab');
  await expect.poll(() => options.evaluate((button) => button === document.activeElement)).toBe(false);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON');
});

it('switches to another card and deletes the old one, by keyboard alone', async () => {
  const page = await journey.open('owner', '/org/pro-payg/billing');
  await cards(page).scrollIntoViewIfNeeded();
  await openMenu(page, 'Mastercard ending in 4444');
  await seesText(page, 'paymentMethods.chooseCard');
  await choose(page, 'Use this card');
  const question = page.getByRole('alertdialog', { name: 'Use Mastercard ending in 4444?' });
  await question.waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await toasted(page, 'Successfully switched to card ending with 4444');
  await row(page, '4444').getByText('Active', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Not now' }).press('Enter');

  await openMenu(page, 'Visa ending in 4242');
  await seesText(page, 'paymentMethods.deleteCard');
  await choose(page, 'Delete card');
  await page.getByRole('alertdialog', { name: 'Delete Visa ending in 4242?' }).waitFor();
  await page.keyboard.press('Escape');
  await openMenu(page, 'Visa ending in 4242');
  await choose(page, 'Delete card');
  await page.getByRole('alertdialog', { name: 'Delete Visa ending in 4242?' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await toasted(page, 'Successfully removed payment method');
  await expect.poll(() => row(page, '4242').count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('payment-methods-heading');
});

it('says what the platform refuses when somebody else was quicker', async () => {
  journey.forgive(/status of 4\d\d/);
  const page = await journey.open('owner', '/sign-in');
  await listen(page);
  await page.goto(`${journey.origin}/org/pro-capped/billing`);
  await cards(page).scrollIntoViewIfNeeded();
  const ids = await cardIds(page, 'pro-capped');
  await openMenu(page, 'Mastercard ending in 4444');
  await choose(page, 'Delete card');
  await askPlatform(page, 'PUT', 'pro-capped/payments/default', { payment_method_id: ids['4444'] });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete card' }).press('Enter');
  await seesText(page, 'paymentMethods.deleteFailed', { message: 'Unable to delete a card that is currently active' });
  await page.keyboard.press('Escape');

  await row(page, '4444').getByText('Active', { exact: true }).waitFor();
  await openMenu(page, 'Visa ending in 4242');
  await choose(page, 'Use this card');
  await askPlatform(page, 'DELETE', 'pro-capped/payments', { card_id: ids['4242'] });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Use this card' }).press('Enter');
  const message = 'This organization does not have this card. It may have been deleted: choose another one.';
  await seesText(page.getByRole('alertdialog'), 'paymentMethods.changeFailed', { message });
  await hearOnce(page, message);
  await page.keyboard.press('Escape');
  await expect.poll(() => row(page, '4242').count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('payment-methods-heading');
});

it('deletes the only card of an organization on Free', async () => {
  const page = await journey.open('owner', '/org/free-one-card/billing');
  await openMenu(page, 'Visa ending in 4242');
  await choose(page, 'Delete card');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete card' }).press('Enter');
  await toasted(page, 'Successfully removed payment method');
  await cards(page).getByText('No payment methods for this organization yet').waitFor();
});

it('adds a card by keyboard alone, with its address, and lists one that was on file once', async () => {
  journey.forgive(/status of 40/);
  const page = await journey.open('owner', '/org/team-eu/billing');
  await tabTo(page, 'Add new card');
  await page.keyboard.press('Enter');
  await seesText(page, 'paymentMethods.addCard');
  await panel(page).getByRole('checkbox', { name: 'Save as default payment method' }).waitFor();

  await breakNext(page, journey.origin, {
    on: 'request',
    effect: 'server_error_before',
    method: 'POST',
    path: '/setup_intents',
    times: 50,
  });
  journey.forgive(/status of 500/);
  await typeCard(page, '5555555555554444');
  const answered = page.waitForResponse((response) => response.url().endsWith('/setup-intent'));
  await page.keyboard.press('Enter');
  const { message } = (await (await answered).json()) as { message: string };
  await seesText(page, 'paymentMethods.setupFailed', { message });
  await mend(page, journey.origin);

  await typeCard(page, '4000000000000002');
  await page.keyboard.press('Enter');
  await panel(page)
    .getByText(/^Your card (was|has been) declined/)
    .first()
    .waitFor();

  await typeCard(page, '5555555555554444');
  await tabTo(page, 'Billing name, address and tax ID');
  await page.keyboard.press('Enter');
  await tabTo(page, /^City/, 'textbox');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Potsdam');
  await tabTo(page, 'Save as default payment method', 'checkbox');
  await page.keyboard.press('Space');
  await tabTo(page, 'Add card');
  await page.keyboard.press('Enter');
  await toasted(page, 'Successfully added new payment method');
  await expect.poll(() => row(page, '4444').getByText('Expires: 12/2034').count()).toBe(1);
  expect(await row(page, '4444').count()).toBe(1);
  await page
    .getByRole('region', { name: 'Billing Address & Tax ID' })
    .getByText(/Potsdam/)
    .first()
    .waitFor({ state: 'attached' });
});

it('keeps cards of an organization that pays by invoice, and offers none of them for its invoices', async () => {
  const page = await journey.open('owner', '/org/pro-invoice/billing');
  for (const number of ['5555555555554444', '4242424242424242']) {
    await tabTo(page, 'Add new card');
    await page.keyboard.press('Enter');
    await panel(page)
      .getByText('The card is kept on file. Nothing is charged now. Payment is currently by invoice.', { exact: true })
      .waitFor();
    expect(await panel(page).getByRole('checkbox').count()).toBe(1);
    await typeCard(page, number);
    await tabTo(page, 'Add card');
    await page.keyboard.press('Enter');
    await row(page, number.slice(-4)).waitFor();
    await expect.poll(() => panel(page).count()).toBe(0);
  }
  expect(await row(page, '4242').getByText('Active', { exact: true }).count()).toBe(0);

  await openMenu(page, 'Visa ending in 4242');
  await page.getByRole('menuitem', { name: 'Use this card' }).getByText('Payment is currently by invoice', { exact: true }).waitFor();
  await choose(page, 'Use this card');
  expect(await page.getByRole('alertdialog').count()).toBe(0);
});

it('loses nothing to a lost connection or an ended session, before the card is kept and after', async () => {
  journey.forgive(/status of 401|ERR_INTERNET_DISCONNECTED|ERR_NETWORK|ERR_FAILED/);
  const page = await journey.open('owner', '/org/over-limit/billing');
  await tabTo(page, 'Add new card');
  await page.keyboard.press('Enter');
  const number = cardFrame(page).getByLabel('Card number');
  await typeCard(page, '4000002500003155');
  await tabTo(page, 'Billing name, address and tax ID');
  await page.keyboard.press('Enter');
  await tabTo(page, /^City/, 'textbox');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Elsewhere');
  await tabTo(page, 'Add card');
  await page.context().setOffline(true);
  await page.keyboard.press('Enter');
  await panel(page).getByText('The security check could not be loaded. Check your connection and try again.').first().waitFor();
  await page.context().setOffline(false);

  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.keyboard.press('Enter');
  await panel(page).getByText(`Failed to setup intent: ${sessionEnded}`).first().waitFor();
  await panel(page)
    .getByRole('link', { name: /^Sign in again/ })
    .waitFor();
  expect(await number.inputValue()).toBe('4000 0025 0000 3155');
  await page.context().addCookies(cookies);

  await page.keyboard.press('Enter');
  await page.frameLocator('iframe[title="Payment authentication by your bank"]').getByRole('heading').waitFor();
  await page.context().clearCookies();
  await answerBank(page, 'Complete authentication');
  await seesText(page, 'paymentMethods.setDefaultFailed');
  await seesText(page, 'paymentMethods.updateAddressFailed');
  // The platform saved the card. The form still contains the other values, so the member can save them after a new sign-in.
  await panel(page).getByText('The card is added, but not everything was saved', { exact: true }).waitFor();
  await panel(page)
    .getByRole('link', { name: /^Sign in again/ })
    .waitFor();
  expect(await panel(page).getByRole('textbox', { name: /^City/ }).inputValue()).toBe('Elsewhere');
  expect(await number.isVisible()).toBe(false);
  await page.context().addCookies(cookies);
  await tabTo(page, 'Save the rest');
  await page.keyboard.press('Enter');
  await expect.poll(() => panel(page).count()).toBe(0);
  await row(page, '3155').getByText('Active', { exact: true }).waitFor();
  await page
    .getByRole('region', { name: 'Billing Address & Tax ID' })
    .getByText(/Elsewhere/)
    .first()
    .waitFor({ state: 'attached' });
});
