import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';
import { seesText } from '#tests/support/sees-text.ts';
import { tabTo } from '#tests/support/upgrade-dialog.ts';

const journey = useJourney({ ANALYTICS: 'console' });

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Change subscription plan' });
const query = (page: Page) => new URL(page.url()).search;

function eventsOf(page: Page): string[] {
  const events: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('analytics: ')) events.push(message.text().slice('analytics: '.length));
  });
  return events;
}

it('opens by keyboard with its own address and title, and Escape leads back to its button', async () => {
  const page = await journey.open('owner', '/org/pro-capped/billing');
  const events = eventsOf(page);
  const section = page.getByRole('region', { name: 'Subscription Plan' });
  await seesText(section, 'subscription.planName', { plan: 'Pro' });
  await seesText(section, 'subscription.changePlan');
  const button = section.getByRole('button', { name: 'Change subscription plan' });
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  const panel = panelOf(page);
  await panel.waitFor();
  expect(query(page)).toBe('?panel=subscriptionPlan');
  await seesText(page, 'page.planPanel', { organization: 'Harbour Logistics' });
  expect(await page.title()).toBe('Change subscription plan for Harbour Logistics - Billing - Harbour Logistics - Groundwork');

  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  expect(query(page)).toBe('');
  expect(await page.title()).toBe('Billing - Harbour Logistics - Groundwork');
  await expect.poll(() => button.evaluate((node) => node === document.activeElement)).toBe(true);
  expect(events).toEqual(['plan_panel_opened {"organization":"pro-capped","origin":"page"}']);
});

it('shows every plan with its price and the button that leads to it', async () => {
  const page = await journey.open('owner', '/org/pro-capped/billing?panel=subscriptionPlan');
  const panel = panelOf(page);
  const slips = panel.getByRole('list').first().locator(':scope > li');
  await slips.first().waitFor();
  expect(await panel.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(['Free', 'Pro', 'Team', 'Enterprise']);
  await seesText(slips.nth(2), 'planChange.from');
  await slips.nth(0).getByText('$0 per month', { exact: true }).waitFor();
  await slips.nth(1).getByText('From $25 per month', { exact: true }).waitFor();
  await slips.nth(1).getByText('Most Popular', { exact: true }).waitFor();
  await slips.nth(1).getByText('Includes $10 in Compute Credits.', { exact: true }).waitFor();
  await seesText(slips.nth(1), 'planChange.currentPlan');
  expect(await slips.nth(1).getByRole('button').count()).toBe(0);
  await seesText(slips.nth(2), 'planChange.upgradeTo', { plan: 'Team' });
  await slips.nth(2).getByText('additional $60 per drain, per project', { exact: true }).waitFor();
  await seesText(slips.nth(0), 'planChange.downgradeTo', { plan: 'Free' });
  expect(await slips.nth(3).getByRole('button').count()).toBe(0);
  expect(
    await slips
      .nth(3)
      .getByRole('link', { name: /^Contact sales/ })
      .getAttribute('target'),
  ).toBe('_blank');
  expect(await panel.getByRole('link', { name: 'Pricing, opens in new tab' }).getAttribute('href')).toMatch(/\/pricing$/);
});

it('compares the plans in a table, and loads nothing from the gateway before the card form opens', async () => {
  const requestUrls: string[] = [];
  const page = await journey.open('owner', '/org/pro-capped/billing');
  page.on('request', (request) => requestUrls.push(request.url()));
  await page.getByRole('region', { name: 'Subscription Plan' }).getByRole('button', { name: 'Change subscription plan' }).click();
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Comparison' }).click();
  const table = panel.getByRole('table', { name: 'Plan comparison' });
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(['Feature', 'Free', 'Pro (current plan)', 'Team', 'Enterprise']);
  expect(await table.getByRole('row', { name: /^Log drains/ }).innerText()).toMatch(/Not included\s+Not included\s+Log drains/);
  expect(requestUrls.filter((address) => address.includes('/sandbox/gateway/'))).toEqual([]);
});

it('opens by its address with its origin, at the top of the page, and follows Back and Forward', async () => {
  const page = await journey.open('owner', '/org/pro-payg/billing?source=fairUseRestricted&panel=subscriptionPlan');
  const panel = panelOf(page);
  await panel.waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await panel.getByRole('button', { name: 'Close' }).click();
  await panel.waitFor({ state: 'hidden' });
  expect(query(page)).toBe('?source=fairUseRestricted');
  await page.evaluate(() => window.scrollTo(0, 1500));
  await page.goBack();
  await panel.waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  const events = eventsOf(page);
  await page.goForward();
  await panel.waitFor({ state: 'hidden' });
  await page.goBack();
  await panel.getByRole('button', { name: 'Upgrade to Team' }).click();
  await page.getByRole('dialog', { name: 'Upgrade to Team' }).waitFor();
  await expect
    .poll(() => events)
    .toEqual([
      'plan_panel_opened {"organization":"pro-payg","origin":"fairUseRestricted"}',
      'plan_call_to_action_clicked {"organization":"pro-payg","plan":"team","currentPlan":"pro"}',
    ]);

  const longest = await journey.open('owner', '/org/extreme-text/billing?panel=subscriptionPlan');
  await longest.setViewportSize({ width: 320, height: 640 });
  await panelOf(longest).waitFor();
  expect(await panelOf(longest).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

it('has four columns from 1,100 px on, and on a phone is scrolled to the current plan', async () => {
  const page = await journey.open('owner', '/org/pro-capped/billing?panel=subscriptionPlan', { viewport: { width: 1100, height: 800 } });
  const slips = panelOf(page).getByRole('list').first().locator(':scope > li');
  await slips.last().waitFor();
  const boxes = () =>
    slips.evaluateAll((items) => items.map((item) => item.getBoundingClientRect()).map(({ x, y, width }) => ({ x, y, width })));
  const wide = await boxes();
  expect(new Set(wide.map(({ y }) => y)).size).toBe(1);
  expect(Math.min(...wide.map(({ width }) => width))).toBeGreaterThanOrEqual(240);

  const phone = await journey.open('owner', '/org/team-eu/billing?panel=subscriptionPlan', { viewport: { width: 400, height: 800 } });
  const names = panelOf(phone).getByRole('heading', { level: 3 });
  await names.last().waitFor();
  expect(await names.allInnerTexts()).toEqual(['Free', 'Pro', 'Team', 'Enterprise']);
  await expect.poll(() => names.nth(2).evaluate((name) => name.getBoundingClientRect().top)).toBeLessThan(200);
  expect(await names.nth(2).evaluate((name) => name.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
});

it.each([
  ['enterprise-invoice', 'Reach out to us via support to update your plan from Enterprise'],
  ['aws-market', 'You cannot change the plan for an organization managed by AWS Marketplace'],
  ['fly-partner', 'You cannot change the plan for an organization managed by Fly.io'],
])('says once in the panel of %s why its plan is fixed', async (slug, reason) => {
  const page = await journey.open('owner', `/org/${slug}/billing?panel=subscriptionPlan`);
  const seen = panelOf(page)
    .getByText(reason, { exact: true })
    .and(panelOf(page).getByRole('paragraph').or(panelOf(page).locator('div')));
  await seen.filter({ visible: true }).first().waitFor();
  expect(await seen.filter({ visible: true }).count()).toBe(1);
});

async function atButton(member: string, slug: string, name: string): Promise<Page> {
  const page = await journey.open(member, `/org/${slug}/billing?panel=subscriptionPlan`);
  const button = panelOf(page).getByRole('button', { name });
  await button.waitFor();
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  expect(await page.getByRole('dialog').count()).toBe(1);
  return page;
}

it('says by keyboard why a plan cannot be chosen', async () => {
  const enterprise = await atButton('owner', 'enterprise-invoice', 'Downgrade to Team');
  await seesText(enterprise, 'planChange.enterprise');
  const developer = await atButton('developer', 'changes-disabled', 'Upgrade to Team');
  await seesText(developer, 'planChange.noWrite');
  const marketplace = await atButton('owner', 'aws-market', 'Downgrade to Free');
  await seesText(marketplace, 'planChange.managedByPartner', { partner: 'AWS Marketplace' });
  const flagged = await atButton('owner', 'changes-disabled', 'Upgrade to Team');
  await seesText(flagged, 'planChange.disabledByFlag');
  const oriole = await atButton('owner', 'oriole-lab', 'Upgrade to Pro');
  await oriole
    .getByText(/^Projects on OrioleDB exist only on the Free Plan/)
    .filter({ visible: true })
    .first()
    .waitFor();
  const hosted = await atButton('owner', 'fly-partner', 'Upgrade to Team');
  await hosted.getByText('You cannot change the plan for an organization managed by Fly.io').filter({ visible: true }).first().waitFor();
  // Partner-billed organizations can change to the Free Plan, except organizations on the cloud provider's marketplace.
  expect(await panelOf(hosted).getByRole('button', { name: 'Downgrade to Free' }).getAttribute('aria-disabled')).toBeNull();
});
