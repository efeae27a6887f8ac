import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';
import { seesText } from '#tests/support/sees-text.ts';
import {
  answerBank,
  bank,
  cardNumber,
  chargedCents,
  chooseNewCard,
  choosePlan,
  openUpgrade,
  payButton,
  pressOn,
  pressPay,
  tabTo,
  typeCard,
  upgradeDialog,
} from '#tests/support/upgrade-dialog.ts';

const journey = useJourney();

const cents = (words: string): number => Math.round(Number(/\$([\d,.]+)/.exec(words)?.[1]?.replace(',', '')) * 100);

it('upgrades with a saved card: benefits, charge by line, amount on the button, then the survey', async () => {
  const before = (await chargedCents(journey)).length;
  const page = await journey.open('owner', '/org/pro-capped/billing');
  await page.evaluate(() => window.scrollTo(0, 100));
  await pressOn(page, page.getByRole('button', { name: 'Change subscription plan' }));
  await choosePlan(page, 'Team');
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  const dialog = upgradeDialog(page, 'Team');
  expect(
    await dialog.getByRole('heading', { name: 'What you gain with Team' }).locator('~ ul').getByRole('listitem').allInnerTexts(),
  ).toContain('28-day log retention');
  const lines = await dialog.getByRole('table', { name: 'Charge today' }).getByRole('row').allInnerTexts();
  expect(lines.map((line) => line.split(/[\t\n]/)[0]?.trim())).toEqual([
    'Item',
    'Team Plan, one month from today',
    'Unused time on the Pro Plan',
    'Credits used',
    'Charge today',
  ]);
  await dialog.getByText(/^Usage so far: \$\d+\.\d\d\. Billed separately on your next invoice/).waitFor();
  const estimate = dialog.getByRole('button', { name: /^Monthly estimate on the Team Plan: about \$6\d\d\.\d\d$/ });
  await pressOn(page, estimate);
  await dialog
    .getByRole('table', { name: 'Monthly estimate' })
    .getByRole('row', { name: /^tracking/ })
    .waitFor();
  const words = await payButton(page).innerText();
  expect(cents(words)).toBe(cents(lines.at(-1) ?? ''));
  expect(scripts.filter((address) => address.includes('/sandbox/gateway/'))).toEqual([]);

  await pressPay(page);
  await seesText(page, 'planChange.upgraded', { plan: 'Team' });
  const survey = page.getByRole('dialog', { name: "We're excited for your upgrade" });
  await survey.waitFor();
  expect([new URL(page.url()).search, await page.evaluate(() => window.scrollY)]).toEqual(['', 0]);
  expect((await chargedCents(journey)).slice(before)).toEqual([cents(words)]);
  await pressOn(page, survey.getByRole('button', { name: 'Skip' }));
  await page.getByRole('region', { name: 'Subscription Plan' }).getByText('Team Plan', { exact: true }).waitFor();
});

it('goes from Team to Pro without a spend cap: what is lost, and what is credited', async () => {
  const page = await openUpgrade(journey, 'team-eu', 'Pro');
  const dialog = upgradeDialog(page, 'Pro', 'Downgrade');
  await dialog.getByRole('heading', { name: "Features you'll lose" }).waitFor();
  await dialog.getByText(/^The rest of the unused time, \$\d+\.\d\d, is added to your credits/).waitFor();
  expect(await payButton(page).innerText()).toBe('Downgrade to Pro, nothing to pay today');
  const sentRequest = page.waitForRequest((request) => request.method() === 'PUT');
  await pressPay(page);
  expect((await sentRequest).postDataJSON()).toMatchObject({ tier: 'tier_payg' });
  await seesText(page, 'planChange.downgraded', { plan: 'Pro' });
  expect(await page.getByRole('dialog').count()).toBe(0);
});

it('needs no card of who pays by invoice', async () => {
  const before = (await chargedCents(journey)).length;
  const page = await openUpgrade(journey, 'pro-invoice', 'Team');
  await upgradeDialog(page, 'Team')
    .getByText(/^Your organization pays by invoice/)
    .waitFor();
  expect(await payButton(page).innerText()).toMatch(/^Upgrade to Team, \$\d+\.\d\d by invoice$/);
  await pressPay(page);
  await page.getByRole('dialog', { name: "We're excited for your upgrade" }).waitFor();
  expect((await chargedCents(journey)).length).toBe(before);
});

it('says what the number of active projects means', async () => {
  const single = await openUpgrade(journey, 'free-one-card', 'Pro');
  await single.getByText("Your project's compute is covered", { exact: true }).waitFor();
  const empty = await openUpgrade(journey, 'all-paused', 'Team');
  await empty.getByText('This organization has no active projects', { exact: true }).waitFor();
  expect(await empty.getByText("Your project's compute is covered").count()).toBe(0);
});

it('upgrades after a declined card and a failed challenge, and makes the new card the default', async () => {
  // The gateway answers declined cards with 400 or 402, and the browser logs these responses as errors.
  journey.forgive(/status of 40[02]/);
  const before = (await chargedCents(journey)).length;
  const page = await openUpgrade(journey, 'over-limit', 'Team');
  const dialog = upgradeDialog(page, 'Team');
  await chooseNewCard(page);
  await typeCard(page, { number: '4000000000009995' });
  await pressPay(page);
  await seesText(page, 'planChange.updateFailed', { message: 'Your card has insufficient funds. Please use a different card.' });
  await dialog.getByText('The card was declined', { exact: true }).waitFor();

  expect(await cardNumber(page).inputValue()).toBe('4000 0000 0000 9995');
  await typeCard(page, { number: '4000002760003184' }, 'Shift+Tab');
  await pressPay(page);
  await answerBank(page, 'Fail authentication');
  await seesText(page, 'planChange.couldNotConfirmPayment');
  await pressPay(page);
  await answerBank(page, 'Cancel');
  await bank(page).owner().waitFor({ state: 'detached' });
  await dialog.getByText('Nothing was charged and your plan is unchanged.').waitFor();
  expect((await chargedCents(journey)).length).toBe(before);
  const words = await payButton(page).innerText();
  await pressPay(page);
  await answerBank(page, 'Complete authentication');
  const survey = page.getByRole('dialog', { name: "We're excited for your upgrade" });
  await survey.waitFor();
  expect((await chargedCents(journey)).slice(before)).toEqual([cents(words)]);
  await survey.getByRole('button', { name: 'Skip' }).click();
  const cards = page.getByRole('region', { name: 'Payment Methods' });
  await cards.getByRole('listitem').filter({ hasText: '3184' }).getByText('Active', { exact: true }).waitFor();
});

it('says that the card that paid could not become the default', async () => {
  journey.forgive(/status of 4\d\d/);
  const page = await openUpgrade(journey, 'pro-payg', 'Team');
  await tabTo(page, page.getByRole('dialog').last().getByRole('radio', { checked: true }));
  await page.keyboard.press('ArrowDown');
  const paid = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/billing/subscription'));
  await pressPay(page);
  await paid;
  // The page makes the card the default two seconds after the payment. Before that, another tab signs in a member without permission for
  // payment methods.
  await page
    .context()
    .request.post(`${journey.origin}/auth/sandbox`, { data: { member: 'developer' }, headers: { Origin: journey.origin } });
  await seesText(page, 'planChange.markDefaultFailed', { message: 'You need additional permissions to manage payment methods' });
});

it('says that the price cannot be calculated, for example because another member was faster', async () => {
  journey.forgive(/status of 400/);
  const page = await journey.open('owner', '/org/restricted/billing?panel=subscriptionPlan');
  await page.getByRole('button', { name: 'Upgrade to Team' }).waitFor();
  const other = await openUpgrade(journey, 'restricted', 'Team', 'admin');
  await chooseNewCard(other);
  await typeCard(other, { number: '4242424242424242' });
  await pressPay(other);
  await other.getByRole('dialog', { name: "We're excited for your upgrade" }).waitFor();
  await page.getByRole('button', { name: 'Upgrade to Team' }).click();
  await seesText(upgradeDialog(page, 'Team'), 'planChange.previewFailed');
  await upgradeDialog(page, 'Team')
    .getByText(/is on this plan already/)
    .waitFor();
  expect(await payButton(page).count()).toBe(0);
});

it('asks for the address with the first card, and keeps both', async () => {
  const page = await journey.open('owner', '/org/free-start/billing?panel=subscriptionPlan');
  await choosePlan(page, 'Pro');
  await typeCard(page, { number: '5555555555554444' });
  await pressPay(page);
  await page.getByText('Address line 1 is required').first().waitFor();
});
