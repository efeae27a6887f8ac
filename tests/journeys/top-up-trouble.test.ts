import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';
import { breakNext, cardFrame, mend, tabTo, typeCard, watchCharges } from '#tests/support/payment-page.ts';
import { creditSection, isButtonFocused, openTopUp, shownMessage, topUpDialog } from '#tests/support/top-up-dialog.ts';

const journey = useJourney();

it('waits for an earlier request that is still in progress, and says so', async () => {
  const page = await openTopUp(journey, 'pro-payg');
  const charged = await watchCharges(page, journey.origin);
  await topUpDialog(page).getByText('Use a new card').click();
  // The response to a charge of this card never arrives.
  await typeCard(page, '4000009990000021');
  const sentRequest = page.waitForRequest((request) => request.url().endsWith('/top-up'));
  await page.keyboard.press('Enter');
  await sentRequest;
  await page.reload();
  journey.forgive(/status of 409/);
  await creditSection(page).getByText("A top-up isn't confirmed yet").waitFor();
  await tabTo(page, 'Top Up');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Check again');
  await page.keyboard.press('Enter');
  await topUpDialog(page).getByText('Waiting for the outcome of your earlier request...').first().waitFor({ state: 'attached' });
  await shownMessage(page, /^Successfully topped up/).waitFor({ timeout: 60_000 });
  expect(await page.getByText(/Idempotency-Key/).count()).toBe(0);
  expect(await charged()).toEqual([10_000]);
});

it('knows after a lost connection and a reload that it does not know, and checks again without charging twice', async () => {
  journey.forgive(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK|Failed to load resource/);
  const page = await openTopUp(journey, 'team-eu');
  const charged = await watchCharges(page, journey.origin);
  await page.context().setOffline(true);
  await topUpDialog(page).getByRole('button', { name: 'Top Up $100' }).press('Enter');
  await topUpDialog(page).getByText('The security check could not be loaded. Check your connection and try again.').first().waitFor();
  await page.context().setOffline(false);
  await breakNext(page, journey.origin, { on: 'request', effect: 'lost_after', method: 'POST', path: '/payment_intents', times: 50 });
  await breakNext(page, journey.origin, { on: 'event', effect: 'drop', times: 50 });
  for (const path of ['/payment_intents', '/payment_intents/search'])
    await breakNext(page, journey.origin, { on: 'request', effect: 'lost_before', method: 'GET', path, times: 50 });
  await page.keyboard.press('Enter');
  await topUpDialog(page).getByText('Sent, no response yet').waitFor({ timeout: 40_000 });
  expect(await isButtonFocused(page, 'Check again')).toBe(true);
  await mend(page, journey.origin);
  await page.reload();
  await creditSection(page).getByText("A top-up isn't confirmed yet").waitFor();
  await tabTo(page, 'Top Up');
  await page.keyboard.press('Enter');
  await topUpDialog(page)
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
  await expect.poll(() => creditSection(page).getByText("A top-up isn't confirmed yet").count()).toBe(0);
});

it('can be continued when scripts do not load and when the session ends before the payment', async () => {
  journey.forgive(/status of 40[14]|MIME type|ERR_ABORTED/);
  const page = await journey.open('owner', '/org/pro-payg/billing');
  await breakNext(page, journey.origin, { on: 'script', effect: 'missing', file: 'stripe.js' });
  await page.getByRole('button', { name: 'Top Up' }).click();
  await topUpDialog(page).getByText('Use a new card').click();
  await topUpDialog(page).getByText('The payment form could not be loaded. Try again.').first().waitFor();
  await topUpDialog(page).getByRole('button', { name: 'Top Up $100' }).press('Enter');
  await topUpDialog(page).getByText('A payment method is required.').first().waitFor();
  await topUpDialog(page)
    .getByRole('button', { name: /^Try again/ })
    .press('Enter');
  await cardFrame(page).getByLabel('Card number').waitFor();
  // The pressed button has disappeared, so the dialog heading gets the focus and a live region announces the message.
  const heading = topUpDialog(page).getByRole('heading', { name: 'Top Up Credits' });
  expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
  await topUpDialog(page).getByRole('status').getByText('The payment form is loaded.').waitFor();

  await breakNext(page, journey.origin, { on: 'script', effect: 'missing', file: 'captcha.js' });
  await typeCard(page, '6011111111111117');
  await tabTo(page, 'Save this card', 'checkbox');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await topUpDialog(page).getByText('The security check could not be loaded. Try again.').first().waitFor();

  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await topUpDialog(page).getByRole('button', { name: 'Top Up $100' }).press('Enter');
  await topUpDialog(page)
    .getByRole('link', { name: /^Sign in again/ })
    .waitFor();
  await page.context().addCookies(cookies);
  await topUpDialog(page).getByRole('button', { name: 'Top Up $100' }).press('Enter');
  await page
    .getByText(/^Successfully topped up/)
    .filter({ visible: true })
    .first()
    .waitFor();

  await page.reload();
  const cards = page.getByRole('region', { name: 'Payment Methods' });
  await cards.getByText('4242', { exact: true }).waitFor();
  expect(await cards.getByText('1117', { exact: true }).count()).toBe(0);
});
