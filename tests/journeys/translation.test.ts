import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';
import { payOnHostedPage } from '#tests/support/payment-page.ts';
import { lostTexts, translateEarly, translateLate } from '#tests/support/translator.ts';
import { answerBank, chooseNewCard, choosePlan, pressPay, typeCard } from '#tests/support/upgrade-dialog.ts';

const journey = useJourney();

const translators = { before: translateEarly, after: translateLate };

async function openTranslated(when: keyof typeof translators, address: string): Promise<Page> {
  const page = await journey.open('owner', '/sign-in');
  await translators[when](page.context());
  await page.goto(journey.origin + address);
  return page;
}

const isTranslated = (page: Page) => page.locator('main font').first().waitFor();

it.each([
  ['before', 'pro-capped', 'restricted'],
  ['after', 'pro-payg', 'pro-payg'],
] as const)('upgrades with 3-D Secure and pays an invoice on pages that are translated %s hydration', async (when, slug, indebted) => {
  const page = await openTranslated(when, `/org/${slug}/billing?panel=subscriptionPlan`);
  await isTranslated(page);
  await choosePlan(page, 'Team');
  await chooseNewCard(page);
  await typeCard(page, { number: '4000002760003184' });
  await pressPay(page);
  await answerBank(page, 'Complete authentication');
  await page.getByRole('dialog', { name: "We're excited for your upgrade" }).waitFor();
  expect(await lostTexts(page)).toEqual([]);

  await page.goto(`${journey.origin}/org/${indebted}/billing`);
  const invoices = page.getByRole('region', { name: 'Past Invoices' });
  await invoices
    .getByRole('button', { name: /^Pay Now/ })
    .first()
    .click();
  await page.waitForURL(/\/pay\//);
  await payOnHostedPage(page);
  await page.waitForURL(/\/billing\?paid=in_/);
  await invoices.getByText(/^Invoice \S+ is paid/).waitFor({ timeout: 20_000 });
  expect(await lostTexts(page)).toEqual([]);
});

it('updates a figure that a translator replaced, and keeps a press from before hydration', async () => {
  const page = await openTranslated('before', '/org/pro-payg/billing');
  const next = page.getByRole('button', { name: 'Next invoices' });
  await next.click();
  const shown = page.getByRole('navigation', { name: 'Invoice pages' });
  await shown.getByText(/^Showing 6 to /).waitFor();
  await page.getByRole('button', { name: 'Previous invoices' }).click();
  await shown.getByText(/^Showing 1 to /).waitFor();
  expect(await page.getByText('could not be shown').count()).toBe(0);
});
