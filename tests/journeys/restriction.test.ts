import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';
import { seesText } from '#tests/support/sees-text.ts';

const journey = useJourney({ ANALYTICS: 'console' });

it('warns of exceeded limits, with what comes next and when', async () => {
  const page = await journey.open('owner', '/org/free-exceeded/billing');
  const banner = page.getByRole('region', { name: /^Warning: your organization is over its included usage/ });
  await seesText(banner, 'violations.exceed_db_size_quota');
  await banner
    .getByText(
      /to the end of the billing cycle on [A-Z][a-z]{2} \d\d, \d{4}, a grace period begins\. To avoid this, upgrade to a paid plan\./,
    )
    .waitFor();
  expect(await banner.getByRole('link', { name: 'Upgrade plan' }).getAttribute('href')).toBe(
    '/org/free-exceeded/billing?panel=subscriptionPlan',
  );
  await banner.getByRole('link', { name: 'View usage' }).click();
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  await page.getByRole('region', { name: /^Warning: / }).waitFor();
  expect(await page.getByRole('link', { name: 'View usage' }).count()).toBe(0);
});

it('gives the end of the grace period and records where the plan panel was opened from', async () => {
  const page = await journey.open('owner', '/org/grace-period/billing');
  const banner = page.getByRole('region', { name: /^Warning: your grace period ends on [A-Z][a-z]{2} \d\d, \d{4}$/ });
  await seesText(banner, 'violations.exceed_egress_quota');
  await seesText(banner, 'violations.exceed_storage_size_quota');
  await banner.getByText(/^After [A-Z][a-z]{2} \d\d, \d{4} the Fair Use Policy applies/).waitFor();
  const event = page.waitForEvent('console', (message) => message.text().startsWith('analytics: plan_panel_opened'));
  await banner.getByRole('link', { name: 'Upgrade plan' }).click();
  expect((await event).text()).toContain('{"organization":"grace-period","origin":"fairUseGracePeriodStarted"}');
  expect(new URL(page.url()).search).toBe('?panel=subscriptionPlan&source=fairUseGracePeriodStarted');
});

it('says that the policy applies once the grace period is over', async () => {
  const page = await journey.open('billing', '/org/grace-over/billing');
  const banner = page.getByRole('region', { name: 'Warning: your grace period is over and the Fair Use Policy applies now' });
  await seesText(banner, 'violations.exceed_monthly_active_users_quota');
  await seesText(banner, 'violations.exceed_realtime_connection_count_quota');
  await seesText(banner, 'violations.exceed_realtime_message_count_quota');
  await banner.getByText(/The grace period ended on [A-Z][a-z]{2} \d\d, \d{4}\.$/).waitFor();
  expect(await banner.getByRole('link', { name: 'Disable spend cap' }).getAttribute('href')).toBe(
    '/org/grace-over/billing?panel=costControl&source=fairUseGracePeriodOver',
  );
});

it('says what is restricted and how to lift it', async () => {
  const page = await journey.open('viewer', '/org/restricted/billing');
  const banner = page.getByRole('region', { name: 'Restricted: all services of your organization are restricted' });
  await seesText(banner, 'violations.exceed_edge_functions_count_quota');
  await seesText(banner, 'violations.exceed_edge_functions_invocations_quota');
  await seesText(banner, 'violations.overdue_payment');
  await banner.getByText(/answered with HTTP status 402/).waitFor();
  await banner.getByText('To lift the restriction, disable the spend cap and pay the outstanding invoices.', { exact: true }).waitFor();
  expect(await banner.getByRole('link', { name: 'View invoices' }).getAttribute('href')).toBe('/org/restricted/billing#invoices');
  await banner.getByRole('link', { name: 'Disable spend cap' }).press('Enter');
  await expect.poll(() => page.locator(':focus').innerText()).toBe('Cost Control');
  expect(new URL(page.url()).search + new URL(page.url()).hash).toBe('#cost-control');
  // A banner that is present at load is part of the reading order and needs no alert.
  expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0);
});

it('has no banner where nothing is exceeded', async () => {
  const page = await journey.open('owner', '/org/pro-payg/billing');
  await page.getByRole('region', { name: 'Cost Control' }).waitFor();
  expect(await page.locator('#restriction').count()).toBe(0);
});
