import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';
import { seesText } from '#tests/support/sees-text.ts';

const journey = useJourney();

it('hides what the partner keeps', async () => {
  const page = await journey.open('owner', '/org/fly-partner/billing');
  await page.getByRole('region', { name: 'Past Invoices' }).waitFor();
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
    'Subscription Plan',
    'Upcoming Invoice',
    'Cost Control',
    'Credit Balance',
    'Past Invoices',
  ]);
});

it("tells members without billing read what they can't see, and requests none of it", async () => {
  const page = await journey.open('viewer', '/org/pro-payg/billing');
  await seesText(page.getByRole('region', { name: 'Upcoming Invoice' }), 'upcomingInvoice.noRead');
  await page
    .getByRole('region', { name: 'Cost Control' })
    .getByText("You need additional permissions to view this organization's spend cap")
    .waitFor();
  await seesText(page.getByRole('region', { name: 'Payment Methods' }), 'paymentMethods.noRead');
  await seesText(page.getByRole('region', { name: 'Email Recipients' }), 'emailRecipients.noRead');
  await seesText(page.getByRole('region', { name: 'Billing Address & Tax ID' }), 'billingAddress.noRead');
  expect(await page.getByText('$25.00').count()).toBe(0);
});

it('tells a member who may only read what he may not change', async () => {
  const page = await journey.open('developer', '/org/changes-disabled/billing');
  await page
    .getByRole('region', { name: 'Cost Control' })
    .getByRole('paragraph')
    .filter({ hasText: /^You do not have permission to update spend cap$/ })
    .waitFor();
  await seesText(page.getByRole('region', { name: 'Payment Methods' }), 'paymentMethods.noWrite');
  await seesText(page.getByRole('region', { name: 'Email Recipients' }), 'emailRecipients.noWrite');
  await seesText(page.getByRole('region', { name: 'Billing Address & Tax ID' }), 'billingAddress.noWrite');
});

it('says why the spend cap is as it is', async () => {
  const page = await journey.open('owner', '/org/changes-disabled/billing');
  const cap = page.getByRole('region', { name: 'Cost Control' });
  await seesText(cap, 'costControl.changesDisabled');
  await cap.getByText('Spend cap is off', { exact: true }).waitFor();
  await cap.getByRole('button', { name: 'What a spend cap would cover' }).click();
  await cap.getByText('Compute, read replicas and branching', { exact: true }).waitFor();
  for (const [slug, words] of [
    ['team-eu', 'The spend cap is off at all times on the Team Plan'],
    ['free-start', 'The Free Plan has no spend cap: its usage is limited at all times'],
    ['pro-capped', 'Spend cap is on'],
  ]) {
    await page.goto(`${journey.origin}/org/${slug}/billing`);
    await cap
      .getByText(words ?? '', { exact: true })
      .first()
      .waitFor();
  }
});

it('reads recipients, and says when there is none', async () => {
  const page = await journey.open('owner', '/org/team-eu/billing');
  const email = page.getByRole('region', { name: 'Email Recipients' });
  await expect
    .poll(() => email.getByRole('listitem').allInnerTexts())
    .toEqual(['einkauf@stadtwerke.example', 'controlling@stadtwerke.example', 'it-leitung@stadtwerke.example']);
  await email.getByText('4 recipients', { exact: true }).waitFor();
  await page.goto(`${journey.origin}/org/free-one-card/billing`);
  await seesText(email, 'emailRecipients.unknown');
});

it('says that invoices are paid without a card', async () => {
  const page = await journey.open('owner', '/org/enterprise-invoice/billing');
  const cards = page.getByRole('region', { name: 'Payment Methods' });
  await cards.getByText('Payment is currently by invoice', { exact: true }).waitFor();
  expect(await cards.getByRole('link', { name: 'contact support' }).getAttribute('href')).toMatch(/^mailto:/);
});
