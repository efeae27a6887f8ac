import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';
import {
  answerBank,
  bank,
  chargedCents,
  chooseNewCard,
  isReady,
  openUpgrade,
  payButton,
  pressOn,
  pressPay,
  typeCard,
  upgradeDialog,
} from '#tests/support/upgrade-dialog.ts';

const journey = useJourney();

const asksUntilSetUp = '4000002500003155';

it('confirms a new card with its bank although its credit pays for the plan: refused, left open, and confirmed after a reload', async () => {
  // The gateway answers a refused challenge with status 400.
  journey.forgive(/status of 40[02]/);
  const charges = (await chargedCents(journey)).length;
  const page = await openUpgrade(journey, 'extreme-text', 'Team');
  const dialog = upgradeDialog(page, 'Team');
  expect(await payButton(page).innerText()).toMatch(/nothing to pay today/);
  await chooseNewCard(page);
  await typeCard(page, { number: asksUntilSetUp });
  await pressPay(page);
  await answerBank(page, 'Fail authentication');
  await isReady(page);
  await dialog.getByText('Could not confirm payment. Please try again or use a different card.').first().waitFor();

  await typeCard(page, { number: asksUntilSetUp }, 'Shift+Tab');
  await pressPay(page);
  await bank(page).getByRole('button', { name: 'Complete authentication' }).waitFor();
  await page.goto(`${journey.origin}/org/extreme-text/billing`);
  const section = page.getByRole('region', { name: 'Subscription Plan' });
  await section.getByText('A plan change is waiting for your card', { exact: true }).waitFor();
  await pressOn(page, section.getByRole('button', { name: 'Confirm the card' }));
  const resume = page.getByRole('dialog', { name: 'Confirm the card for your plan' });
  await resume.getByText('Team Plan: $0.00').waitFor();
  await pressOn(page, resume.getByRole('button', { name: 'Confirm the card' }));
  await answerBank(page, 'Complete authentication');
  await section.getByText('Team Plan', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Payment Methods' }).getByText(/3155/).first().waitFor();
  expect((await chargedCents(journey)).length).toBe(charges);
});
