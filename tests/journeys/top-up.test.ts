import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';
import { answerBank, bankFrame, breakNext, tabTo, typeCard, watchCharges } from '#tests/support/payment-page.ts';
import { logsText, seesText } from '#tests/support/sees-text.ts';
import { creditSection, isButtonFocused, openTopUp, shownMessage, topUpDialog } from '#tests/support/top-up-dialog.ts';
import { passTime } from '#tests/support/upgrade-dialog.ts';

const journey = useJourney();

/** The Tab key at the end makes the country field accept the typed country. */
async function fillAddress(page: Page, lines: Readonly<Record<string, string>>, country: string): Promise<void> {
  for (const [label, text] of Object.entries(lines))
    await topUpDialog(page)
      .getByRole('textbox', { name: new RegExp(`^${label}`) })
      .fill(text);
  await topUpDialog(page)
    .getByRole('combobox', { name: /^Country/ })
    .fill(country);
  await page.keyboard.press('Tab');
}

async function giveTokens(page: Page, token: string | null): Promise<void> {
  await page.evaluate((response) => {
    const captcha = (window as unknown as { hcaptcha: { execute: unknown; originalExecute?: unknown } }).hcaptcha;
    captcha.originalExecute ??= captcha.execute;
    captcha.execute = response === null ? captcha.originalExecute : () => Promise.resolve({ response, key: '' });
  }, token);
}

it('buys credit with a saved card by keyboard alone, and shows it in the history', async () => {
  const page = await journey.open('owner', '/org/pro-capped/billing');
  const requestUrls: string[] = [];
  page.on('request', (request) => requestUrls.push(request.url()));
  const charged = await watchCharges(page, journey.origin);
  await tabTo(page, 'Top Up');
  await page.keyboard.press('Enter');
  await seesText(page, 'topUp.title');
  await topUpDialog(page)
    .getByText(/not paid out while your organization is open, and they do not expire/)
    .waitFor();
  expect(await topUpDialog(page).getByRole('radio', { name: 'Visa ending in 4242' }).isChecked()).toBe(true);

  await tabTo(page, /^Amount/, 'textbox');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('250');
  expect(requestUrls.filter((url) => /\/sandbox\//.test(url))).toEqual([]);
  await page.keyboard.press('Enter');
  await seesText(page, 'topUp.succeeded');
  await expect.poll(() => topUpDialog(page).count()).toBe(0);
  await expect.poll(() => isButtonFocused(page, 'Top Up')).toBe(true);
  await creditSection(page).getByText('$275.00', { exact: true }).waitFor();
  expect(await charged()).toEqual([25_000]);

  await tabTo(page, 'Credit history');
  await page.keyboard.press('Enter');
  const newest = creditSection(page).getByRole('table', { name: 'Credit history' }).getByRole('row').nth(1);
  await newest.getByRole('rowheader', { name: 'Top-up' }).waitFor();
  expect(await newest.getByRole('cell').allInnerTexts()).toEqual([expect.stringMatching(/^\w{3} \d{2}, \d{4}$/), '$250.00', '$275.00']);
});

it('keeps an invalid amount in its field, and announces an error that remains', async () => {
  const page = await openTopUp(journey, 'pro-capped');
  await tabTo(page, /^Amount/, 'textbox');
  const amount = topUpDialog(page).getByRole('textbox', { name: /^Amount/ });
  await page.keyboard.press('Control+A');
  await page.keyboard.type('100.5');
  await page.keyboard.press('Enter');
  await seesText(page, 'topUp.wholeNumber');
  expect([await amount.getAttribute('aria-invalid'), await amount.inputValue()]).toEqual(['true', '100.5']);
  expect(await amount.evaluate((field) => field === document.activeElement)).toBe(true);
  for (const text of ['99', '2001']) {
    await page.keyboard.press('Control+A');
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
  await seesText(page, 'topUp.range');
  // The invalid field already has the focus, so only an alert can announce that the error remains.
  const said = topUpDialog(page).locator('[data-announcer]').getByRole('alert');
  expect(await said.getByText('Amount must be between $100 - $2000.', { exact: true }).count()).toBe(1);
});

it('says why the bank declined, takes no captcha token twice, and loses nothing that was typed', async () => {
  journey.forgive(/status of 4(0|22)/);
  const page = await openTopUp(journey, 'free-start');
  const charged = await watchCharges(page, journey.origin);
  await typeCard(page, '4000000000009995');
  await page.keyboard.press('Enter');
  const summary = topUpDialog(page).getByRole('group', { name: 'Some entries need your attention' });
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
  expect(await isButtonFocused(page, 'Top Up $100')).toBe(true);
  expect(await topUpDialog(page).getByRole('textbox', { name: /^City/ }).inputValue()).toBe('Berlin');

  for (const token of [used, 'made-up']) {
    await giveTokens(page, token);
    const answered = page.waitForResponse((response) => response.url().endsWith('/top-up'));
    await page.keyboard.press('Enter');
    expect((await answered).status()).toBe(422);
    await topUpDialog(page)
      .getByText('Failed to top up credits: The captcha was not passed, or its token was used before. Try again.')
      .first()
      .waitFor();
    expect(await isButtonFocused(page, 'Top Up $100')).toBe(true);
  }
  await giveTokens(page, null);
  expect(await charged()).toEqual([]);
});

it('continues or cancels a payment after a failed challenge, and after the page was closed during it', async () => {
  journey.forgive(/status of 402/);
  const page = await openTopUp(journey, 'free-start');
  const charged = await watchCharges(page, journey.origin);
  // The form asks for an address only if no earlier test has stored an address.
  const asksAddress = (await topUpDialog(page).getByRole('textbox', { name: /^Name/ }).count()) > 0;
  if (asksAddress)
    await fillAddress(page, { Name: 'Acorn Notes', 'Address line 1': '1 Main Street', 'Postal code': '10115', City: 'Berlin' }, 'Germany');
  await typeCard(page, '4000002760003184');
  await page.keyboard.press('Enter');
  await answerBank(page, 'Fail authentication');
  await seesText(page, 'topUp.confirmErrorTitle');
  await tabTo(page, 'Top Up $100');
  await page.keyboard.press('Enter');

  const loseThePage = async (): Promise<void> => {
    await bankFrame(page).getByRole('button', { name: 'Complete authentication' }).waitFor();
    await page.reload();
    await creditSection(page).getByText('A top-up is waiting for your bank').waitFor();
    await tabTo(page, 'Top Up');
    await page.keyboard.press('Enter');
    await topUpDialog(page)
      .getByText(/has not confirmed yet that your top-up of \$100 was paid/)
      .first()
      .waitFor();
    expect(
      await topUpDialog(page)
        .getByRole('textbox', { name: /^Amount/ })
        .count(),
    ).toBe(0);
  };
  await loseThePage();
  await tabTo(page, 'Cancel the payment');
  await page.keyboard.press('Enter');
  await topUpDialog(page)
    .getByRole('textbox', { name: /^Amount/ })
    .waitFor();
  expect(await isButtonFocused(page, 'Cancel')).toBe(true);
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

it('says that a payment is processing and how it ended, and starts empty when opened again', async () => {
  journey.forgive(/status of 402/);
  const page = await openTopUp(journey, 'card-no-address');
  expect(await topUpDialog(page).getByRole('radio', { name: 'Use a new card' }).isChecked()).toBe(true);
  const amount = topUpDialog(page).getByRole('textbox', { name: /^Amount/ });
  await amount.fill('700');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).press('Enter');
  await expect.poll(() => topUpDialog(page).count()).toBe(0);
  await expect.poll(() => isButtonFocused(page, 'Top Up')).toBe(true);
  await page.keyboard.press('Enter');
  expect(await amount.inputValue()).toBe('100');
  await typeCard(page, '4000009990000005');
  await fillAddress(page, { Name: 'Card Holder', 'Address line 1': '2 Side Street', 'Postal code': '1010', City: 'Vienna' }, 'Austria');
  await topUpDialog(page).getByRole('button', { name: 'Top Up $100' }).press('Enter');
  await seesText(page, 'topUp.processing');
  await passTime(page, journey, 60);
  await shownMessage(page, 'Successfully topped up balance. It may take a minute to reflect in your account.').waitFor();
  await expect.poll(() => topUpDialog(page).count()).toBe(0);
  await creditSection(page).getByText('$100.00', { exact: true }).waitFor();

  await tabTo(page, 'Top Up');
  await page.keyboard.press('Enter');
  await topUpDialog(page).getByText('Use a new card').click();
  await typeCard(page, '4000009990000013');
  await page.keyboard.press('Enter');
  await shownMessage(topUpDialog(page), 'Payment processing').waitFor();
  await passTime(page, journey, 60);
  // Reloads the page before it has announced the result.
  await page.reload();
  await tabTo(page, 'Top Up');
  await shownMessage(page, /^Failed to top up credits: Your card was declined\. /).waitFor();
  await creditSection(page).getByText('$100.00', { exact: true }).waitFor();
});

it('tells the end of a payment that the bank took its time for in every open tab, also where nobody touches the page', async () => {
  journey.forgive(/status of 402/);
  const page = await openTopUp(journey, 'pro-payg');
  await topUpDialog(page).getByText('Use a new card').click();
  await typeCard(page, '4000009990000013');
  await page.keyboard.press('Enter');
  await shownMessage(topUpDialog(page), 'Payment processing').waitFor();
  await page.reload();
  const billing = await page.context().newPage();
  await billing.goto(`${journey.origin}/org/pro-payg/billing`);
  const usage = await page.context().newPage();
  await usage.goto(`${journey.origin}/org/pro-payg/usage`);
  const working = /^Your bank is still processing your top-up of \$100\./;
  await creditSection(billing).getByText(working).waitFor();
  await billing.getByRole('button', { name: 'Top Up' }).click();
  await topUpDialog(billing).getByText(working).waitFor();
  await passTime(page, journey, 60);
  const refused = /^Failed to top up credits: Your card was declined\. /;
  await Promise.all([page, billing, usage].map((tab) => shownMessage(tab, refused).waitFor()));
  await expect.poll(() => creditSection(billing).getByText(working).count()).toBe(0);
});

it('shows the captcha over the dialog: canceled, failed and solved, all by keyboard', async () => {
  const page = await openTopUp(journey, 'over-limit');
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await breakNext(page, journey.origin, { on: 'captcha', effect: 'challenge', times: 2 });
  await tabTo(page, 'Top Up $100');
  await page.keyboard.press('Enter');
  const check = page.getByRole('dialog', { name: 'Security check' });
  await check.waitFor();
  await page.keyboard.press('Escape');
  await topUpDialog(page).getByText('The security check was not completed. Try again.').first().waitFor();
  await logsText(logged, 'topUp.captchaRequired');
  await expect.poll(() => isButtonFocused(page, 'Top Up $100')).toBe(true);

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

it('tells a reader why he can not top up', async () => {
  const page = await journey.open('developer', '/org/pro-payg/billing');
  await tabTo(page, 'Top Up');
  await seesText(page, 'topUp.noWrite');
  await page.keyboard.press('Enter');
  expect(await topUpDialog(page).count()).toBe(0);
});
