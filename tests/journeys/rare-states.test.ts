import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';
import { breakNext, mend } from '#tests/support/payment-page.ts';

const journey = useJourney();

it('shows what few organizations use, on the page and among the usage', async () => {
  const page = await journey.open('owner', '/org/rare-usage/billing');
  const upcoming = page.getByRole('region', { name: 'Upcoming Invoice' });
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
  expect(await upcoming.innerText()).toMatch(/\(16XL - [\d,]+ Hours\)[\s\S]*\(12XL - [\d,]+ Hours\)[\s\S]*\(8XL - [\d,]+ Hours\)/);
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
