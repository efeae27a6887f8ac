import { expect, it } from 'vitest';
import { paymentMethodsTexts } from '#lib/texts/payment-methods.ts';
import { useJourney } from '#tests/support/journey.ts';
import { breakNext, mend, tabTo, typeCard } from '#tests/support/payment-page.ts';

const journey = useJourney();

it('shows what few organizations use, on the page and among the usage', async () => {
  const page = await journey.open('owner', '/org/rare-usage/billing');
  const upcoming = page.getByRole('region', { name: 'Upcoming Invoice' });
  await upcoming.getByRole('button', { name: 'Details, working of more lines' }).click();
  for (const name of [
    'Disk Size (io2)',
    'Disk IOPS (io2)',
    'Disk IOPS (gp3)',
    'Disk Throughput (gp3)',
    'Log Drain',
    'Log Drain Events',
    'WebAuthn MFA',
  ])
    await upcoming.getByRole('row').filter({ hasText: name }).first().waitFor();
  expect(await upcoming.innerText()).toMatch(/16XL, [\d,]+ h[\s\S]*12XL, [\d,]+ h[\s\S]*8XL, [\d,]+ h/);
  await upcoming.getByText(/^Held for review: 50,000 GB, Cached Egress, \w+\s\d+,\s\d{4}$/).waitFor();
  await page.goto(`${journey.origin}/org/oriole-lab/billing`);
  const plan = page.getByRole('region', { name: 'Subscription Plan' });
  await plan.getByText(/^Held for review: 50,000 GB, Cached Egress, \w+\s\d+,\s\d{4}$/).waitFor();
  await page.goto(`${journey.origin}/org/rare-usage/usage`);
  const egress = page.getByRole('region', { name: 'Egress' }).first();
  await egress
    .getByText(/<0\.01 GB used of 250\.00 GB included/)
    .first()
    .waitFor();
});

it('can be made to fail at a single call, and to lack an extension', async () => {
  journey.forgive(/status of 500/);
  const page = await journey.open('owner', '/org/rare-usage');
  await breakNext(page, journey.origin, { on: 'platform', effect: 'extension_missing', name: 'billing-details', times: 50 });
  await page.goto(`${journey.origin}/org/team-eu/billing`);
  const section = page.getByRole('region', { name: 'Billing Address & Tax ID' });
  const save = section.getByRole('button', { name: 'Save', exact: true });
  await section.getByRole('button', { name: 'Edit billing address' }).click();
  await section.getByRole('textbox', { name: 'City', exact: true }).fill('Augsburg');
  await section.getByRole('textbox', { name: 'Tax ID', exact: true }).fill('DE811907980');
  const message = 'This call was broken on purpose';
  await breakNext(page, journey.origin, { on: 'platform', effect: 'call_fails', name: 'putTaxId' });
  await save.click();
  await section.getByText(`Failed to update tax id: ${message}`).filter({ visible: true }).first().waitFor();
  await breakNext(page, journey.origin, { on: 'platform', effect: 'call_fails', name: 'updateCustomer' });
  await save.click();
  await section.getByText(`Failed to update customer profile: ${message}`).filter({ visible: true }).first().waitFor();
  await mend(page, journey.origin);
});

it('can be made to fail at each of the two wishes beside a new card, which then can be had again', async () => {
  journey.forgive(/status of 500/);
  const page = await journey.open('owner', '/org/over-limit/billing');
  await page.getByRole('button', { name: 'Add new card' }).click();
  const panel = page.getByRole('dialog', { name: 'Add new card' });
  await typeCard(page, '6011111111111117');
  await panel.getByRole('button', { name: 'Billing name, address and tax ID' }).click();
  await panel.getByRole('textbox', { name: /^City/ }).fill('Elsewhere');
  for (const name of ['setDefaultPaymentMethod', 'updateCustomer'])
    await breakNext(page, journey.origin, { on: 'platform', effect: 'call_fails', name });
  await tabTo(page, 'Add card');
  await page.keyboard.press('Enter');
  for (const words of [paymentMethodsTexts.setDefaultFailed, paymentMethodsTexts.updateAddressFailed])
    await page.getByText(words, { exact: true }).filter({ visible: true }).first().waitFor();
  await panel.getByRole('button', { name: 'Save the rest' }).click();
  await panel.waitFor({ state: 'hidden' });
  const added = page.getByRole('region', { name: 'Payment Methods' }).getByRole('listitem').filter({ hasText: '1117' });
  await added.getByText('Active', { exact: true }).waitFor();
});
