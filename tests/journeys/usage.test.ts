import type { Locator } from 'playwright';
import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';
import { seesText } from '#tests/support/sees-text.ts';

const serviceToken = 'service-token-of-this-journey-0123456789';
const journey = useJourney({ SERVICE_TOKEN: serviceToken });

it('explains both figures of an average, and links one to the other', async () => {
  const page = await journey.open('owner', '/org/pro-payg/usage');
  const meaning = 'An average. Usage divides by the hours of the cycle so far, an invoice by all hours of the cycle.';
  await page.getByText(/^[\d.]+ GB used on average so far of 100\.00 GB included \(\d+%\)$/).waitFor();
  expect(await page.getByText(meaning, { exact: true }).count()).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Average on the upcoming invoice' }).last().press('Enter');
  await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/org/pro-payg/billing#breakdown');
  await page.getByText(/^Predictable costs only\./).waitFor();
  await page.getByRole('link', { name: 'Forecast with metered usage', exact: true }).press('Enter');
  await page.getByText(/^Forecast with metered usage: \$/).waitFor();
  await page.getByRole('link', { name: 'Projection of predictable costs only' }).press('Enter');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/org/pro-payg/billing');
});

it('draws a line for each project on demand', async () => {
  const page = await journey.open('owner', '/org/pro-payg/usage');
  const disk = page.getByRole('region', { name: 'Disk and Storage' });
  await disk.getByRole('button', { name: 'Day by day and by project, Disk Size (gp3)', exact: true }).click();
  await disk.getByRole('button', { name: 'Day by day, a line per project, Disk Size (gp3)', exact: true }).click();
  await disk.getByText('The 5 projects with the highest usage.').waitFor();
  const lines = disk.getByRole('slider', { name: 'Disk Size (gp3) per day and project', exact: true });
  await lines.press('Home');
  expect(await lines.getAttribute('aria-valuetext')).toMatch(/^[A-Z][a-z]{2} \d\d, \d{4}: .*\bstreaming-api [\d.,]+ /);
});

it('shows what is used of what is included, with the costs of all metrics aligned', async () => {
  const page = await journey.open('owner', '/org/pro-payg/usage');
  await page.getByRole('link', { name: 'Egress', exact: true }).waitFor();
  const egress = page.getByRole('region', { name: 'Egress' });
  await egress
    .getByText(/^[\d.]+ GB used of 250\.00 GB included \(\d+%\)$/)
    .first()
    .waitFor();
  await egress.getByText('Over the quota, charged', { exact: true }).first().waitFor();

  const compute = page.getByRole('region', { name: 'Compute and Add-ons' });
  await compute
    .getByText(/^[\d,]+ hours used$/)
    .first()
    .waitFor();
  const endOf = async (words: Locator): Promise<number> => {
    const box = await words
      .getByText(/^\$[\d.]+ in this cycle$/)
      .first()
      .boundingBox();
    return Math.round(box ? box.x + box.width : 0);
  };
  expect(await endOf(compute)).toBe(await endOf(egress));
});

it('shows the days of a metric in a table whose sum is the usage', async () => {
  const page = await journey.open('owner', '/org/pro-payg/usage');
  const egress = page.getByRole('region', { name: 'Egress' });
  const details = egress.getByRole('button', { name: 'Day by day and by project, Egress', exact: true });
  await details.focus();
  await page.keyboard.press('Enter');
  await egress.getByText(/^Each day of Egress\. The highest was [\d.]+ GB on [A-Z][a-z]{2} \d\d, \d{4}\.$/).waitFor();
  await egress.getByRole('button', { name: 'View as table, Egress' }).click();
  const table = egress.getByRole('table', { name: 'Egress per day' });
  const days = await table.getByRole('rowheader').allInnerTexts();
  const lastPoint = await egress.getByRole('slider', { name: 'Egress per day', exact: true }).getAttribute('aria-valuemax');
  expect([days.length, days.at(-1)]).toEqual([Number(lastPoint) + 2, 'All days']);
  const sum = await table.getByRole('row').last().getByRole('cell').innerText();
  await egress
    .getByText(new RegExp(`^${sum.replace('.', '\\.')} GB used of `))
    .first()
    .waitFor();
  await egress.getByText('Shared Pooler', { exact: true }).waitFor();
});

it('leads to the usage of one project and back to all', async () => {
  const page = await journey.open('owner', '/org/pro-payg/usage');
  const egress = page.getByRole('region', { name: 'Egress' });
  await egress.getByRole('button', { name: 'Day by day and by project, Egress', exact: true }).press('Enter');
  await egress.getByRole('link', { name: /^streaming-api/ }).press('Enter');
  await expect.poll(() => new URL(page.url()).search).toMatch(/^\?project=[a-z]{20}$/);
  // The link has disappeared, so the heading of the opened page has the focus.
  await expect.poll(() => page.locator('h1:focus').innerText()).toBe('Usage of streaming-api');
  expect(await page.title()).toBe('Usage of streaming-api - Lantern Media - Groundwork');
  await page.getByText('Only streaming-api. Show all projects').waitFor();
  await page.getByRole('link', { name: 'Show all projects' }).press('Enter');
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await expect.poll(() => page.locator('h1:focus').innerText()).toBe('Usage');
  expect(await page.title()).toBe('Usage - Lantern Media - Groundwork');
});

it('shows no cost to a member without billing read', async () => {
  const page = await journey.open('viewer', '/org/pro-payg/usage');
  await page
    .getByRole('region', { name: 'Egress' })
    .getByText(/used of 250\.00 GB included/)
    .first()
    .waitFor();
  expect(await page.getByText(/in this cycle$/).count()).toBe(0);
});

it('says when it is less than can be shown', async () => {
  const page = await journey.open('owner', '/org/free-start/usage');
  const projects = (await (await page.request.get(`${journey.origin}/platform/organizations/free-start/projects`)).json()) as {
    projects: { ref: string }[];
  };
  const now = Date.parse((await page.request.get(`${journey.origin}/healthz`)).headers()['date'] ?? '') / 1000;
  const record = { id: 'tiny', project_ref: projects.projects[0]?.ref, metric: 'CACHED_EGRESS', at: now - 3600, quantity: 1_000_000 };
  const answer = await fetch(`${journey.origin}/platform/organizations/free-start/usage/records`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${serviceToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ records: [record] }),
  });
  expect(await answer.json()).toMatchObject({ accepted: 1, rejected: [] });
  await page.reload();
  const egress = page.getByRole('region', { name: 'Egress' });
  await egress.getByText('<0.01 GB used of 5.00 GB included (0%)', { exact: true }).waitFor();
  await egress.getByRole('button', { name: 'Day by day and by project, Cached Egress', exact: true }).click();
  await egress.getByRole('button', { name: 'View as table, Cached Egress' }).click();
  await seesText(egress, 'upcomingInvoice.tiny');
});

it('answers a foreign organization and a project that is none like a missing page', async () => {
  journey.forgive(/status of 404/);
  const page = await journey.open('outsider', '/org/pro-payg/usage');
  await page.getByRole('heading', { level: 1, name: 'Looking for something?' }).waitFor();
  await page.goto(`${journey.origin}/org/elsewhere/usage?project=%3Cb%3E`);
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
});

it('shows earlier cycles, and what was used before a change of plan', async () => {
  const page = await journey.open('owner', '/org/pro-payg/usage');
  const ask = async (method: string, path: string, data?: object, headers: Record<string, string> = {}) =>
    (
      await page.request.fetch(`${journey.origin}/platform/organizations/pro-payg/${path}`, {
        method,
        ...(data ? { data } : {}),
        headers: { Origin: journey.origin, Version: '2', ...headers },
      })
    ).json();
  const { defaultPaymentMethodId } = await ask('GET', 'payments');
  const change = { tier: 'tier_team', payment_method: defaultPaymentMethodId };
  expect(await ask('PUT', 'billing/subscription', change, { 'Idempotency-Key': 'usage-journey' })).toMatchObject({
    pending_payment_intent_secret: null,
  });
  const hoursBefore = /^[\d,]+ hours$/;
  await page.reload();
  await page.getByText('Your next invoice also bills usage from before a plan change', { exact: true }).waitFor();
  const before = page.getByRole('region', { name: /^Before the change to Team, / });
  const used = await before.getByRole('row', { name: 'IPv4' }).getByText(hoursBefore).innerText();
  await page
    .getByRole('region', { name: 'Egress' })
    .getByText(/^Not used in this cycle: Egress \([\d.]+ GB included\), Cached Egress \([\d.]+ GB included\)\.$/)
    .waitFor();

  await page.getByRole('button', { name: 'Earlier cycles' }).press('Enter');
  await page
    .getByRole('link', { name: /, Pro Plan$/ })
    .first()
    .press('Enter');
  await expect.poll(() => page.locator('h1:focus').innerText()).toBe('Usage');
  await page.getByText(/^Earlier cycle: /).waitFor();
  expect(await before.count()).toBe(0);
  const compute = page.getByRole('region', { name: 'Compute and Add-ons' });
  await compute.getByText(`${used} used`, { exact: true }).first().waitFor();
  await compute.getByRole('button', { name: 'Day by day and by project, IPv4' }).click();
  await compute.getByRole('button', { name: 'View as table, IPv4' }).click();
  const sum = await compute.getByRole('table', { name: 'IPv4 per day' }).getByRole('row').last().getByRole('cell').innerText();
  expect(`${sum} hours`).toBe(used);
  await page.getByRole('link', { name: 'Show the current cycle' }).click();
  await before.waitFor();

  await page.goto(`${journey.origin}/org/pro-payg/billing#breakdown`);
  const invoice = page.getByRole('table', { name: 'Upcoming invoice, by item' });
  await invoice.getByRole('rowheader', { name: /^Before the plan change, [A-Z][a-z]{2} \d+ to [A-Z][a-z]{2} \d+$/ }).waitFor();
  await invoice.getByRole('rowheader', { name: /^IPv4 [A-Z].+, before the change to Team$/ }).waitFor();
});
