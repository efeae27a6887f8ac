import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';
import { answerBank, bankFrame, breakNext, cardFrame, mend, tabTo, typeCard, watchCharges } from '#tests/support/payment-page.ts';
import { logsText, seesText } from '#tests/support/sees-text.ts';
import { passTime } from '#tests/support/upgrade-dialog.ts';

const journey = useJourney();

const credits = (page: Page) => page.getByRole('region', { name: 'Credit Balance' });
/** A message on screen: the list of recent messages holds it as well, folded away. */
const shown = (within: Page | Locator, words: string | RegExp) =>
  within.getByText(words, { exact: true }).filter({ visible: true }).first();
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Top Up Credits' });
const isFocused = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name })
    .first()
    .evaluate((button) => button === document.activeElement);

async function openTopUp(slug: string, member = 'owner'): Promise<Page> {
  const page = await journey.open(member, `/org/${slug}/billing`);
  await tabTo(page, 'Top Up');
  await page.keyboard.press('Enter');
  await dialog(page)
    .getByRole('textbox', { name: /^Amount/ })
    .waitFor();
  return page;
}

/** Fills the address that goes with a first card; leaving the country takes the one that was typed. */
async function fillAddress(page: Page, lines: Readonly<Record<string, string>>, country: string): Promise<void> {
  for (const [label, text] of Object.entries(lines))
    await dialog(page)
      .getByRole('textbox', { name: new RegExp(`^${label}`) })
      .fill(text);
  await dialog(page)
    .getByRole('combobox', { name: /^Country/ })
    .fill(country);
  await page.keyboard.press('Tab');
}

/** Makes the captcha in this browser answer with this token; null: as it should. */
async function giveTokens(page: Page, token: string | null): Promise<void> {
  await page.evaluate((given) => {
    const captcha = (window as unknown as { hcaptcha: { execute: unknown; own?: unknown } }).hcaptcha;
    captcha.own ??= captcha.execute;
    captcha.execute = given === null ? captcha.own : () => Promise.resolve({ response: given, key: '' });
  }, token);
}

it('buys credit with a card that is known, by keyboard alone, and shows it in the history', async () => {
  const page = await journey.open('owner', '/org/pro-capped/billing');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const charged = await watchCharges(page, journey.origin);
  await tabTo(page, 'Top Up');
  await page.keyboard.press('Enter');
  await seesText(page, 'topUp.title');
  await dialog(page)
    .getByText(/non-refundable and do not expire/)
    .waitFor();
  expect(await dialog(page).getByRole('radio', { name: 'Visa ending in 4242' }).isChecked()).toBe(true);

  await tabTo(page, /^Amount/, 'textbox');
  const amount = dialog(page).getByRole('textbox', { name: /^Amount/ });
  const isAtAmount = () => amount.evaluate((field) => field === document.activeElement);
  for (const text of ['', '100.5', '1e3', '"100"']) {
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await expect.poll(() => amount.getAttribute('aria-invalid')).toBe('true');
    expect([await amount.inputValue(), await isAtAmount()]).toEqual([text, true]);
  }
  await seesText(page, 'topUp.wholeNumber');
  for (const text of ['99', '2001', '-100']) {
    await page.keyboard.press('Control+A');
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
  await seesText(page, 'topUp.range');
  // The focus is where the fault is already, so nothing else would tell that it is still there.
  const said = dialog(page).locator('[data-announcer]').getByRole('alert');
  expect(await said.getByText('Amount must be between $100 - $2000.', { exact: true }).count()).toBe(1);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('250');
  expect(asked.filter((url) => /\/sandbox\//.test(url))).toEqual([]);
  await page.keyboard.press('Enter');
  await seesText(page, 'topUp.succeeded');
  await expect.poll(() => dialog(page).count()).toBe(0);
  await expect.poll(() => isFocused(page, 'Top Up')).toBe(true);
  await credits(page).getByText('$275.00', { exact: true }).waitFor();
  expect(await charged()).toEqual([25_000]);

  await tabTo(page, 'Credit history');
  await page.keyboard.press('Enter');
  const newest = credits(page).getByRole('table', { name: 'Credit history' }).getByRole('row').nth(1);
  await newest.getByRole('rowheader', { name: 'Top-up' }).waitFor();
  expect(await newest.getByRole('cell').allInnerTexts()).toEqual([expect.stringMatching(/^\w{3} \d{2}, \d{4}$/), '$250.00', '$275.00']);
});

it('says why the bank declined, takes no captcha token twice, and loses nothing that was typed', async () => {
  journey.forgive(/status of 4(0|22)/);
  const page = await openTopUp('free-start');
  const charged = await watchCharges(page, journey.origin);
  await typeCard(page, '4000000000009995');
  await page.keyboard.press('Enter');
  // No address is known, so the form is there to be filled in first.
  const summary = dialog(page).getByRole('group', { name: 'Some entries need your attention' });
  await summary.waitFor();
  expect(await summary.evaluate((group) => group === document.activeElement)).toBe(true);
  await tabTo(page, /^Name/, 'textbox');
  await page.keyboard.type('Acorn Notes');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1 Main Street');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Germany');
  await page.keyboard.press('Tab');
  await tabTo(page, /^Postal code/, 'textbox');
  await page.keyboard.type('10115');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Berlin');
  await tabTo(page, 'Top Up $100');
  const first = page.waitForRequest((request) => request.url().endsWith('/top-up'));
  await page.keyboard.press('Enter');
  const { hcaptcha_token: used } = (await first).postDataJSON() as { hcaptcha_token: string };
  await seesText(page, 'topUp.errorTitle');
  await seesText(page, 'topUp.failed', { message: 'Your card has insufficient funds. Please use a different card.' });
  expect(await isFocused(page, 'Top Up $100')).toBe(true);
  expect(await dialog(page).getByRole('textbox', { name: /^City/ }).inputValue()).toBe('Berlin');

  // A browser that was tampered with: a token a second time, and one that nobody has issued.
  for (const token of [used, 'made-up']) {
    await giveTokens(page, token);
    const answered = page.waitForResponse((response) => response.url().endsWith('/top-up'));
    await page.keyboard.press('Enter');
    expect((await answered).status()).toBe(422);
    await dialog(page)
      .getByText('Failed to top up credits: The captcha was not passed, or its token was used before. Try again.')
      .first()
      .waitFor();
    expect(await isFocused(page, 'Top Up $100')).toBe(true);
  }
  await giveTokens(page, null);
  expect(await charged()).toEqual([]);
});

it('lets a payment go on or be canceled when its challenge fails and when the page is lost in it', async () => {
  journey.forgive(/status of 402/);
  const page = await openTopUp('free-start');
  const charged = await watchCharges(page, journey.origin);
  // The address is known where a test before has sent it.
  const asksAddress = (await dialog(page).getByRole('textbox', { name: /^Name/ }).count()) > 0;
  if (asksAddress)
    await fillAddress(page, { Name: 'Acorn Notes', 'Address line 1': '1 Main Street', 'Postal code': '10115', City: 'Berlin' }, 'Germany');
  await typeCard(page, '4000002760003184');
  await page.keyboard.press('Enter');
  await answerBank(page, 'Fail authentication');
  await seesText(page, 'topUp.confirmErrorTitle');
  await tabTo(page, 'Top Up $100');
  await page.keyboard.press('Enter');

  // The page is lost in the middle of the challenge: it can be called off, and gone on with.
  const loseThePage = async (): Promise<void> => {
    await bankFrame(page).getByRole('button', { name: 'Complete authentication' }).waitFor();
    await page.reload();
    await credits(page).getByText('A top-up is waiting for your bank').waitFor();
    await tabTo(page, 'Top Up');
    await page.keyboard.press('Enter');
    await dialog(page)
      .getByText(/has not confirmed yet that your top-up of \$100 was paid/)
      .first()
      .waitFor();
    expect(
      await dialog(page)
        .getByRole('textbox', { name: /^Amount/ })
        .count(),
    ).toBe(0);
  };
  await loseThePage();
  await tabTo(page, 'Cancel the payment');
  await page.keyboard.press('Enter');
  await dialog(page)
    .getByRole('textbox', { name: /^Amount/ })
    .waitFor();
  expect(await isFocused(page, 'Cancel')).toBe(true);
  await typeCard(page, '4000002760003184');
  await page.keyboard.press('Enter');
  await loseThePage();
  await tabTo(page, 'Continue the payment');
  await page.keyboard.press('Enter');
  await answerBank(page, 'Complete authentication');
  await page
    .getByText(/^Successfully topped up/)
    .filter({ visible: true })
    .first()
    .waitFor();
  expect(await charged()).toEqual([10_000]);
  await page.getByRole('region', { name: 'Payment Methods' }).getByText('3184', { exact: true }).waitFor();
});

it('says that a payment is processing, tells how it ended, and begins anew when opened again', async () => {
  journey.forgive(/status of 402/);
  const page = await openTopUp('card-no-address');
  // There is a card, but no address: a new card is asked for, and the known one can be chosen.
  expect(await dialog(page).getByRole('radio', { name: 'Use a new card' }).isChecked()).toBe(true);
  const amount = dialog(page).getByRole('textbox', { name: /^Amount/ });
  await amount.fill('700');
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog(page).count()).toBe(0);
  await expect.poll(() => isFocused(page, 'Top Up')).toBe(true);
  await page.keyboard.press('Enter');
  expect(await amount.inputValue()).toBe('100');
  await typeCard(page, '4000009990000005');
  await fillAddress(page, { Name: 'Card Holder', 'Address line 1': '2 Side Street', 'Postal code': '1010', City: 'Vienna' }, 'Austria');
  await dialog(page).getByRole('button', { name: 'Top Up $100' }).press('Enter');
  await seesText(page, 'topUp.processing');
  await passTime(page, journey, 60);
  // It closes by itself once there is nothing to wait for.
  await shown(page, 'Successfully topped up balance. It may take a minute to reflect in your account.').waitFor();
  await expect.poll(() => dialog(page).count()).toBe(0);
  await credits(page).getByText('$100.00', { exact: true }).waitFor();

  await tabTo(page, 'Top Up');
  await page.keyboard.press('Enter');
  await dialog(page).getByText('Use a new card').click();
  await typeCard(page, '4000009990000013');
  await page.keyboard.press('Enter');
  await shown(dialog(page), 'Payment processing').waitFor();
  await passTime(page, journey, 60);
  // The page is lost before anything was told.
  await page.reload();
  await tabTo(page, 'Top Up');
  await shown(page, /^Failed to top up credits: Your card was declined\. /).waitFor();
  await credits(page).getByText('$100.00', { exact: true }).waitFor();
});

it('tells the end of a payment that the bank took its time for in every open tab, also where nobody touches the page', async () => {
  journey.forgive(/status of 402/);
  const page = await openTopUp('pro-payg');
  await dialog(page).getByText('Use a new card').click();
  await typeCard(page, '4000009990000013');
  await page.keyboard.press('Enter');
  await shown(dialog(page), 'Payment processing').waitFor();
  await page.reload();
  const billing = await page.context().newPage();
  await billing.goto(`${journey.origin}/org/pro-payg/billing`);
  const usage = await page.context().newPage();
  await usage.goto(`${journey.origin}/org/pro-payg/usage`);
  const working = /^Your bank is still working on your top-up of \$100\./;
  await credits(billing).getByText(working).waitFor();
  await billing.getByRole('button', { name: 'Top Up' }).click();
  await dialog(billing).getByText(working).waitFor();
  await passTime(page, journey, 60);
  const refused = /^Failed to top up credits: Your card was declined\. /;
  await Promise.all([page, billing, usage].map((tab) => shown(tab, refused).waitFor()));
  await expect.poll(() => credits(billing).getByText(working).count()).toBe(0);
});

it('waits by itself for an earlier request that the platform still works on, and says so', async () => {
  const page = await openTopUp('pro-payg');
  const charged = await watchCharges(page, journey.origin);
  await dialog(page).getByText('Use a new card').click();
  // The card is charged, and the platform waits for an answer that never comes.
  await typeCard(page, '4000009990000021');
  const sent = page.waitForRequest((request) => request.url().endsWith('/top-up'));
  await page.keyboard.press('Enter');
  await sent;
  await page.reload();
  journey.forgive(/status of 409/);
  await credits(page).getByText('A top-up is not answered yet').waitFor();
  await tabTo(page, 'Top Up');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Check again');
  await page.keyboard.press('Enter');
  await dialog(page).getByText('Waiting for the outcome of your earlier request...').first().waitFor({ state: 'attached' });
  await shown(page, /^Successfully topped up/).waitFor({ timeout: 60_000 });
  expect(await page.getByText(/Idempotency-Key/).count()).toBe(0);
  expect(await charged()).toEqual([10_000]);
});

it('knows after a lost connection and a reload that it does not know, and checks again without charging twice', async () => {
  journey.forgive(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK|Failed to load resource/);
  const page = await openTopUp('team-eu');
  const charged = await watchCharges(page, journey.origin);
  await page.context().setOffline(true);
  await dialog(page).getByRole('button', { name: 'Top Up $100' }).press('Enter');
  await dialog(page).getByText('The security check could not be loaded. Check your connection and try again.').first().waitFor();
  await page.context().setOffline(false);
  // The card is charged, and nobody can tell for a while.
  await breakNext(page, journey.origin, { on: 'request', effect: 'lost_after', method: 'POST', path: '/payment_intents', times: 50 });
  await breakNext(page, journey.origin, { on: 'event', effect: 'drop', times: 50 });
  for (const path of ['/payment_intents', '/payment_intents/search'])
    await breakNext(page, journey.origin, { on: 'request', effect: 'lost_before', method: 'GET', path, times: 50 });
  await page.keyboard.press('Enter');
  await dialog(page).getByText('Sent, but not answered yet').waitFor({ timeout: 40_000 });
  expect(await isFocused(page, 'Check again')).toBe(true);
  await mend(page, journey.origin);
  await page.reload();
  await credits(page).getByText('A top-up is not answered yet').waitFor();
  await tabTo(page, 'Top Up');
  await page.keyboard.press('Enter');
  await dialog(page)
    .getByText(/your top-up of \$100 was paid/)
    .first()
    .waitFor();
  await tabTo(page, 'Check again');
  await page.keyboard.press('Enter');
  await page
    .getByText(/^Successfully topped up/)
    .filter({ visible: true })
    .first()
    .waitFor();
  expect(await charged()).toEqual([10_000]);
  await expect.poll(() => credits(page).getByText('A top-up is not answered yet').count()).toBe(0);
});

it('shows the captcha over the dialog when it asks: given up, wrong, solved, all by keyboard', async () => {
  const page = await openTopUp('over-limit');
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await breakNext(page, journey.origin, { on: 'captcha', effect: 'challenge', times: 2 });
  await tabTo(page, 'Top Up $100');
  await page.keyboard.press('Enter');
  const check = page.getByRole('dialog', { name: 'Security check' });
  await check.waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).getByText('The security check was not completed. Try again.').first().waitFor();
  await logsText(logged, 'topUp.captchaRequired');
  await expect.poll(() => isFocused(page, 'Top Up $100')).toBe(true);

  await page.keyboard.press('Enter');
  await check.getByRole('textbox', { name: 'The word' }).waitFor();
  await page.keyboard.type('nonsense');
  await page.keyboard.press('Enter');
  const word =
    /Type: (\w+)/.exec((await check.getByRole('alert').filter({ hasText: 'That is not the word' }).textContent()) ?? '')?.[1] ?? '';
  await page.keyboard.press('Control+A');
  await page.keyboard.type(word);
  await page.keyboard.press('Enter');
  await page
    .getByText(/^Successfully topped up/)
    .filter({ visible: true })
    .first()
    .waitFor();
});

it('can be gone on with when scripts do not load and when the session ends in the middle', async () => {
  journey.forgive(/status of 40[14]|MIME type|ERR_ABORTED/);
  const page = await journey.open('owner', '/org/pro-payg/billing');
  await breakNext(page, journey.origin, { on: 'script', effect: 'missing', file: 'stripe.js' });
  await page.getByRole('button', { name: 'Top Up' }).click();
  await dialog(page).getByText('Use a new card').click();
  await dialog(page).getByText('The payment form could not be loaded. Check your connection and try again.').first().waitFor();
  await dialog(page).getByRole('button', { name: 'Top Up $100' }).press('Enter');
  await dialog(page).getByText('A payment method is required.').first().waitFor();
  await dialog(page)
    .getByRole('button', { name: /^Try again/ })
    .press('Enter');
  await cardFrame(page).getByLabel('Card number').waitFor();
  // The button is gone: whoever pressed it is told, and stands where the dialog begins.
  const heading = dialog(page).getByRole('heading', { name: 'Top Up Credits' });
  expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
  await dialog(page).getByRole('status').getByText('The payment form is loaded.').waitFor();

  await breakNext(page, journey.origin, { on: 'script', effect: 'missing', file: 'captcha.js' });
  await typeCard(page, '6011111111111117');
  await tabTo(page, 'Save this card', 'checkbox');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await dialog(page).getByText('The security check could not be loaded. Check your connection and try again.').first().waitFor();

  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await dialog(page).getByRole('button', { name: 'Top Up $100' }).press('Enter');
  await dialog(page)
    .getByRole('link', { name: /^Sign in again/ })
    .waitFor();
  await page.context().addCookies(cookies);
  await dialog(page).getByRole('button', { name: 'Top Up $100' }).press('Enter');
  await page
    .getByText(/^Successfully topped up/)
    .filter({ visible: true })
    .first()
    .waitFor();

  // The new card was not to be saved.
  await page.reload();
  const cards = page.getByRole('region', { name: 'Payment Methods' });
  await cards.getByText('4242', { exact: true }).waitFor();
  expect(await cards.getByText('1117', { exact: true }).count()).toBe(0);
});

it('tells a reader why he can not top up', async () => {
  const page = await journey.open('developer', '/org/pro-payg/billing');
  await tabTo(page, 'Top Up');
  await seesText(page, 'topUp.noWrite');
  await page.keyboard.press('Enter');
  expect(await dialog(page).count()).toBe(0);
});
