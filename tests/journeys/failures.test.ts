import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';
import { seesText } from '#tests/support/sees-text.ts';

const journey = useJourney();

it("says what failed in each section apart, with the platform's words and another attempt", async () => {
  journey.forgive(/status of 500/);
  const page = await journey.open('owner', '/org/failing-org/billing');
  const subscription = page.getByRole('region', { name: 'Subscription Plan' });
  const invoices = page.getByRole('region', { name: 'Past Invoices' });
  await seesText(subscription, 'subscription.failed');
  await seesText(page.getByRole('region', { name: 'Upcoming Invoice' }), 'upcomingInvoice.failed');
  await page
    .getByRole('region', { name: 'Cost Control' })
    .getByRole('button', { name: /^Retry/ })
    .waitFor();
  await invoices.scrollIntoViewIfNeeded();
  await seesText(page.getByRole('region', { name: 'Payment Methods' }), 'paymentMethods.failed');
  await seesText(page.getByRole('region', { name: 'Billing Address & Tax ID' }), 'billingAddress.customerFailed');
  await seesText(invoices, 'invoices.failed');
  await seesText(invoices, 'invoices.countFailed');

  const retry = subscription.getByRole('button', { name: /^Retry/ });
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith('/billing/subscription'));
  await retry.focus();
  await page.keyboard.press('Enter');
  await asked;
  expect(await retry.evaluate((button) => button === document.activeElement)).toBe(true);
});

it('shows the frame at once and each section when its slow answer comes', async () => {
  const page = await journey.open('owner', '/org/slow-org/billing');
  const subscription = page.getByRole('region', { name: 'Subscription Plan' });
  expect(await subscription.getAttribute('aria-busy')).toBe('true');
  await page.getByRole('status').getByText('Loading billing').waitFor();
  await subscription.getByText('Pro Plan', { exact: true }).waitFor();
  await expect.poll(() => subscription.getAttribute('aria-busy'), { timeout: 8000 }).toBeNull();
  await page.getByRole('status').getByText('Billing loaded', { exact: true }).waitFor();
});
