import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { listen } from '#a11y/walks/listen.ts';
import { useJourney } from '#tests/support/journey.ts';
import { seesText } from '#tests/support/sees-text.ts';

const journey = useJourney();

const heardOf = async (page: Page, words: RegExp): Promise<string[]> =>
  (await page.evaluate(() => window.heardWords ?? [])).filter((said) => words.test(said));

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
  const subscriptionRequest = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith('/billing/subscription'));
  await retry.focus();
  await page.keyboard.press('Enter');
  await subscriptionRequest;
  expect(await retry.evaluate((button) => button === document.activeElement)).toBe(true);
});

async function openSlowAt(anchor: string): Promise<Page> {
  const page = await journey.open('owner', '/sign-in', { viewport: { width: 400, height: 823 } });
  await page.addInitScript({ path: 'tests/bench/browser/observe.js' });
  await page.goto(`${journey.origin}/org/slow-org/billing#${anchor}`);
  return page;
}

async function heightsOf(page: Page): Promise<Record<string, number>> {
  const heights: Record<string, number> = {};
  for (const width of [320, 400, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    heights[`glance at ${width}`] = await page.locator('[data-boundary=glance]').evaluate((element) => element.clientHeight);
    for (const section of await page.getByRole('main').getByRole('region').all()) {
      const [id, height] = await section.evaluate((element) => [element.id, element.clientHeight] as const);
      if (id) heights[`${id} at ${width}`] = height;
    }
  }
  return heights;
}

/** Maximum number of pixels by which a skeleton may be higher than its content. */
const lineHeight = 36;
const mayGrow = 24;

it('shows the frame at once and each section when its slow response arrives, at the same height', async () => {
  const anchored = openSlowAt('credits-balance');
  const page = await journey.open('owner', '/sign-in');
  await listen(page);
  await page.goto(`${journey.origin}/org/slow-org/billing`);
  const subscription = page.getByRole('region', { name: 'Subscription Plan' });
  expect(await subscription.getAttribute('aria-busy')).toBe('true');
  const coming = await heightsOf(page);
  await page.getByRole('status').getByText('Loading billing').waitFor();
  await subscription.getByText('Pro Plan', { exact: true }).waitFor();
  await expect.poll(() => subscription.getAttribute('aria-busy'), { timeout: 8000 }).toBeNull();
  await page.getByRole('status').getByText('Billing loaded', { exact: true }).waitFor();
  const come = await heightsOf(page);
  expect(Object.keys(come)).toHaveLength(27);
  const moved = Object.entries(come).filter(([id, height]) => {
    const grows = height - (coming[id] ?? NaN);
    return !(grows > -lineHeight && grows < mayGrow);
  });
  expect(moved.map(([id, height]) => `${id}: ${coming[id]} before, ${height} after`)).toEqual([]);
  const elsewhere = await anchored;
  await elsewhere.getByRole('status').getByText('Billing loaded', { exact: true }).waitFor();
  expect(await elsewhere.evaluate(() => window.bench.shift)).toBeLessThan(0.02);
  // After the page has loaded, even slow reads are not announced.
  const credits = page.getByRole('region', { name: 'Credit Balance' });
  await credits.getByRole('button', { name: 'Credit history' }).click();
  await credits.getByText('No credits were added or used yet').waitFor();
  expect(await heardOf(page, /^(Loading billing|Billing loaded)/)).toEqual(['Loading billing', 'Billing loaded']);
});

/** Kills the server as soon as the page requests a path that matches `read`. */
async function openInOutage(address: string, read: RegExp): Promise<Page> {
  journey.forgive(/ERR_(CONNECTION|EMPTY)|status of 503|dynamically imported module/);
  const page = await journey.open('owner', '/sign-in');
  await listen(page);
  await Promise.all([page.waitForRequest((request) => read.test(new URL(request.url()).pathname)), page.goto(journey.origin + address)]);
  await journey.kill();
  return page;
}

it('tries again once the platform is back, says once how it went and leaves the focus to the heading of the section', async () => {
  const page = await openInOutage('/org/slow-org/billing', /billing\/subscription$/);
  const section = page.getByRole('region', { name: 'Subscription Plan' });
  const retry = section.getByRole('button', { name: 'Retry, subscription' });
  await retry.waitFor();
  await journey.restart();
  await retry.press('Enter');
  await section.getByText('Pro Plan', { exact: true }).waitFor();
  const heading = section.getByRole('heading', { name: 'Subscription Plan' });
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(() => heardOf(page, /^(Trying|Loaded)/)).toEqual(['Trying again: subscription', 'Loaded: subscription']);
});

it('does the same in a side panel', async () => {
  const page = await openInOutage('/org/slow-org/billing?panel=subscriptionPlan', /billing\/plans$/);
  const panel = page.getByRole('dialog', { name: 'Change subscription plan' });
  const retry = panel.getByRole('button', { name: 'Retry, plans' });
  await retry.waitFor();
  await journey.restart();
  await retry.press('Enter');
  await panel.getByRole('button', { name: 'Upgrade to Team' }).waitFor();
  const heading = panel.getByRole('heading', { level: 2 });
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(() => heardOf(page, /^(Trying|Loaded)/)).toEqual(['Trying again: plans', 'Loaded: plans']);
});

it('names a project page that failed to load, and keeps the focus on its heading when it has loaded', async () => {
  journey.forgive(/ERR_(CONNECTION|EMPTY)/);
  const page = await journey.open('owner', '/org/pro-payg');
  const projects = page.getByRole('region', { name: 'Projects' }).getByRole('link');
  await page.waitForLoadState('networkidle');
  await projects.first().click();
  await page.getByText('Compute size').waitFor();
  await page.goBack();
  const name = await projects.nth(1).innerText();
  await journey.kill();
  await projects.nth(1).click();
  const retry = page.getByRole('button', { name: 'Retry, project' });
  await retry.waitFor();
  expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['Project']);
  expect(await page.title()).toBe('Project - Groundwork');
  expect(await page.locator(':focus').innerText()).toBe('Project');
  await journey.restart();
  await retry.press('Enter');
  await page.getByText('Compute size').waitFor();
  expect(await page.title()).toBe(`${name} - Groundwork`);
  await expect.poll(() => page.locator('h1:focus').innerText()).toBe(name);
});
