import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';
import {
  bank,
  chargedCents,
  chooseNewCard,
  openUpgrade,
  pressOn,
  pressPay,
  scriptFault,
  tabTo,
  typeCard,
} from '#tests/support/upgrade-dialog.ts';

const journey = useJourney();

const survey = (page: Page) => page.getByRole('dialog', { name: "We're excited for your upgrade" });

async function findsOut(page: Page): Promise<void> {
  const again = page.getByRole('button', { name: 'Check again' });
  const deadline = Date.now() + 60_000;
  while (!(await survey(page).isVisible())) {
    expect(Date.now()).toBeLessThan(deadline);
    if (await again.isVisible()) await pressOn(page, again);
    await survey(page).or(again).first().waitFor({ timeout: 30_000 });
  }
}

async function expectUpgraded(slug: string): Promise<void> {
  const page = await journey.open('admin', `/org/${slug}/billing`);
  const section = page.getByRole('region', { name: 'Subscription Plan' });
  await section.getByText('Team Plan', { exact: true }).waitFor();
  expect(await section.getByRole('button', { name: 'Continue the payment' }).count()).toBe(0);
}

it('ends right when the server is killed between the charge and its answer', { timeout: 180_000 }, async () => {
  journey.forgive(/ERR_|status of \d{3}|dynamically imported/);
  const before = (await chargedCents(journey)).length;
  const page = await openUpgrade(journey, 'pro-capped', 'Team');
  await scriptFault(journey, { on: 'event', effect: 'drop', times: 50 });
  await scriptFault(journey, { on: 'request', effect: 'timeout_after', method: 'POST', path: '/payment_intents', times: 50 });
  await pressPay(page);
  await expect.poll(async () => (await chargedCents(journey)).length, { timeout: 20_000 }).toBe(before + 1);
  await journey.kill();
  await journey.restart();
  await findsOut(page);
  await pressOn(page, survey(page).getByRole('button', { name: 'Skip' }));
  await expectUpgraded('pro-capped');
  expect((await chargedCents(journey)).length).toBe(before + 1);
});

it('ends right when the server is killed between the bank and the confirmation', { timeout: 180_000 }, async () => {
  journey.forgive(/ERR_|status of \d{3}|dynamically imported/);
  const before = (await chargedCents(journey)).length;
  const page = await openUpgrade(journey, 'over-limit', 'Team');
  await chooseNewCard(page);
  await typeCard(page, { number: '4000002760003184' });
  await pressPay(page);
  const complete = bank(page).getByRole('button', { name: 'Complete authentication' });
  await tabTo(page, complete);
  await scriptFault(journey, { on: 'event', effect: 'drop', times: 50 });
  // Delays the gateway's responses, so that the platform is killed while it reads the payment.
  await scriptFault(journey, { on: 'request', effect: 'delay', delayMs: 1500, method: 'GET', path: '/payment_intents/:any', times: 50 });
  const confirming = page.waitForRequest((request) => request.url().endsWith('/subscription/confirm'), { timeout: 60_000 });
  await page.keyboard.press('Enter');
  await confirming;
  await journey.kill();
  await journey.restart();
  await findsOut(page);
  await expectUpgraded('over-limit');
  expect((await chargedCents(journey)).length).toBe(before + 1);
});
