import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';
import { payOnHostedPage } from '#tests/support/payment-page.ts';
import { openTopUp, shownMessage, topUpDialog } from '#tests/support/top-up-dialog.ts';
import { lostTexts, translateEarly, translateLate, translateNow } from '#tests/support/translator.ts';
import { answerBank, chooseNewCard, choosePlan, openUpgrade, pressPay, typeCard, upgradeDialog } from '#tests/support/upgrade-dialog.ts';

const journey = useJourney();

const translators = { before: translateEarly, after: translateLate };

async function openTranslated(when: keyof typeof translators, address: string): Promise<Page> {
  const page = await journey.open('owner', '/sign-in');
  await translators[when](page.context());
  await page.goto(journey.origin + address);
  return page;
}

async function payWithBank(page: Page): Promise<void> {
  await chooseNewCard(page);
  await typeCard(page, { number: '4000002760003184' });
  await pressPay(page);
  await answerBank(page, 'Complete authentication');
  await page.getByRole('dialog', { name: "We're excited for your upgrade" }).waitFor();
  expect(await lostTexts(page)).toEqual([]);
}

async function translateOpen(dialog: Locator): Promise<void> {
  await dialog.waitFor();
  await translateNow(dialog.page());
  await dialog.locator('font').first().waitFor();
}

const isTranslated = (page: Page) => page.locator('main font').first().waitFor();

it.each([
  ['before', 'pro-capped', 'restricted'],
  ['after', 'pro-payg', 'pro-payg'],
] as const)('upgrades with 3-D Secure and pays an invoice on pages that are translated %s hydration', async (when, slug, indebted) => {
  const page = await openTranslated(when, `/org/${slug}/billing?panel=subscriptionPlan`);
  await isTranslated(page);
  await choosePlan(page, 'Team');
  await payWithBank(page);

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

it('upgrades with 3-D Secure in a dialog that is translated after it opened', async () => {
  const page = await openUpgrade(journey, 'over-limit', 'Team');
  await translateOpen(upgradeDialog(page, 'Team'));
  await payWithBank(page);
  expect(await lostTexts(page)).toEqual([]);
});

it('tops up in a dialog that is translated after it opened', async () => {
  const page = await openTopUp(journey, 'team-eu');
  await translateOpen(topUpDialog(page));
  await topUpDialog(page)
    .getByRole('textbox', { name: /^Amount/ })
    .fill('150');
  await topUpDialog(page)
    .getByRole('button', { name: /^Top Up \$150/ })
    .click();
  await shownMessage(page, /^Successfully topped up balance/).waitFor({ timeout: 20_000 });
  await topUpDialog(page).waitFor({ state: 'hidden' });
  expect(await lostTexts(page)).toEqual([]);
});

it.each([
  ['a new card', 'restricted', /^Pay open invoices with /, /^Pay \$[\d.,]+ now with this card/, /^Paid \$/],
  ['credits', 'extreme-text', /^Use credits for invoice/, /^Use \$/, /of your credits/],
] as const)(
  'pays an open invoice with %s in a question that is translated after it opened',
  async (means, slug, title, action, outcome) => {
    const page = await journey.open('owner', `/org/${slug}/billing`);
    if (means === 'credits')
      await page
        .getByRole('button', { name: /^Use credits, invoice/ })
        .first()
        .click();
    else {
      await page.getByRole('button', { name: 'Add new card' }).click();
      await typeCard(page, { number: '5555555555554444' });
      await page.getByRole('button', { name: 'Add card', exact: true }).click();
    }
    const question = page.getByRole('alertdialog', { name: title });
    await translateOpen(question);
    await question.getByRole('button', { name: action }).click();
    await shownMessage(page, outcome).waitFor({ timeout: 20_000 });
    expect(await lostTexts(page)).toEqual([]);
  },
);

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
