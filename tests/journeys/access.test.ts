import { expect, it } from 'vitest';
import { useReadingJourney } from '#tests/support/journey.ts';
import { seesText } from '#tests/support/sees-text.ts';

const journey = useReadingJourney();

it('tells a member without billing read who can help, section by section, and sends no request for billing data', async () => {
  const page = await journey.open('viewer', '/org/pro-capped/billing');
  await seesText(page, 'subscription.noRead');
  await seesText(page, 'credits.noRead');
  await page.getByText("You need additional permissions to view this organization's invoices", { exact: true }).waitFor();
  await seesText(page, 'page.contactOwner');
  expect(await page.getByText('$25.00').count()).toBe(0);
});

it('answers a foreign, an unknown and a malformed address with the same missing page', async () => {
  const page = await journey.open('outsider', '/org/pro-capped/billing');
  journey.forgive(/status of 404/);
  await seesText(page, 'page.notFoundTitle');
  await seesText(page, 'page.notFoundText');
  const shown = async () => {
    // Compares the text only, because a focused heading has additional attributes.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Looking for something?');
    return page.getByRole('main').innerHTML();
  };
  const foreign = await shown();
  for (const address of ['/org/no-such-organization/billing', '/org/%3Cscript%3E/billing', '/nowhere']) {
    const answer = await page.goto(journey.origin + address);
    expect([address, answer?.status()]).toEqual([address, 404]);
    expect(await shown()).toBe(foreign);
  }
  expect(await page.title()).toMatch(/^Looking for something\? - /);
  const project = await page.goto(`${journey.origin}/project/nope`);
  expect([project?.status(), await page.getByRole('heading', { level: 1 }).allInnerTexts()]).toEqual([404, ['Looking for something?']]);
  await seesText(page.getByRole('main').getByRole('link'), 'page.headBack');
  await page.getByRole('link', { name: 'Head back' }).click();
  await page.getByRole('heading', { level: 1, name: 'Organizations' }).waitFor();
});

it('links back to the organization where billing is switched off', async () => {
  const page = await journey.open('owner', '/org/billing-off/billing');
  journey.forgive(/status of 404/);
  await page.getByRole('heading', { level: 1, name: 'Looking for something?' }).waitFor();
  await page.getByRole('link', { name: 'Head back' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/org/billing-off');
});

it('shows only the sections whose features are on', async () => {
  const page = await journey.open('owner', '/org/features-off/billing');
  await page.getByRole('region', { name: 'Subscription Plan' }).waitFor();
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
    'Subscription Plan',
    'Upcoming Invoice',
    'Cost Control',
  ]);
});

it('signs in on the way to a page, without scripts, and out again', async () => {
  const page = await journey.open(null, '/org/pro-capped/billing', { javaScriptEnabled: false });
  expect(new URL(page.url()).pathname).toBe('/sign-in');
  await page.getByRole('button', { name: 'Sign in as owner' }).click();
  expect(new URL(page.url()).pathname).toBe('/org/pro-capped/billing');
  await page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor();
  await page.getByText('$25.00').first().waitFor();
  await page.getByText(/^JavaScript is switched off\. You can read this page/).waitFor();
  // Without JavaScript, the links of the header, the navigation and the footer must work.
  const landmarks = await page
    .locator('header, nav, main, footer')
    .evaluateAll((found) => found.map((element) => element.getAttribute('aria-label') ?? element.localName));
  expect(landmarks).toEqual(['header', 'Site', 'Harbour Logistics', 'main', 'Sections of this page', 'Invoice pages', 'footer']);
  await page.getByRole('navigation', { name: 'Harbour Logistics' }).getByRole('link', { name: 'Usage' }).click();
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Groundwork' }).click();
  await page.getByRole('heading', { level: 1, name: 'Organizations' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  expect(new URL(page.url()).pathname).toBe('/sign-in');
});

it.each([
  ['vercel_icfg_7f3kQz', 'Vercel Marketplace'],
  ['aws-market', 'AWS Marketplace'],
  ['fly-partner', 'Fly.io'],
])('says that %s is managed by %s and leads there', async (slug, partner) => {
  const page = await journey.open('owner', `/org/${slug}/billing`);
  const bar = page.getByRole('region', { name: 'Managed by' });
  await bar.getByText(`This organization is managed by ${partner}.`, { exact: true }).waitFor();
  const link = bar.getByRole('link', { name: /^Manage/ });
  expect(await link.getAttribute('href')).toMatch(/^https:\/\//);
  expect(await link.getAttribute('target')).toBe('_blank');
  const invoices = page.getByRole('region', { name: 'Past Invoices' });
  await invoices
    .getByText(new RegExp(partner.replace('.', '\\.')))
    .first()
    .waitFor();
  expect(await invoices.getByRole('grid').count()).toBe(0);
});

it('names the partner in the bar', async () => {
  const page = await journey.open('developer', '/org/aws-market');
  await seesText(page, 'frame.managedBy', { partner: 'AWS Marketplace' });
});
