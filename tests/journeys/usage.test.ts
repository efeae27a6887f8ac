import type { Locator } from 'playwright';
import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';
import { seesText } from '#tests/support/sees-text.ts';

const serviceToken = 'service-token-of-this-journey-0123456789';
const journey = useJourney({ SERVICE_TOKEN: serviceToken });

it('shows what is used of what is included, day by day, by cause and by project', async () => {
  const page = await journey.open('owner', '/org/pro-payg/usage');
  await page.getByRole('link', { name: 'Egress', exact: true }).waitFor();
  const egress = page.getByRole('region', { name: 'Egress' });
  await egress
    .getByText(/^[\d.]+ GB used of 250\.00 GB included \(\d+%\)$/)
    .first()
    .waitFor();
  await egress.getByText('Over the quota, charged', { exact: true }).first().waitFor();

  // What is only metered has its cost where the cost of a quota stands.
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

  const details = egress.getByRole('button', { name: 'Day by day and by project, Egress', exact: true });
  await details.focus();
  await page.keyboard.press('Enter');
  await egress.getByText(/^Each day of Egress\. The highest was [\d.]+ GB on [A-Z][a-z]{2} \d\d, \d{4}\.$/).waitFor();
  await egress.getByRole('button', { name: 'The same as a table, Egress' }).click();
  const table = egress.getByRole('table', { name: 'Egress per day' });
  const days = await table.getByRole('rowheader').allInnerTexts();
  const bars = await egress.locator('figure svg rect').count();
  expect(days.length).toBe(bars);
  await egress.getByText('Shared Pooler', { exact: true }).waitFor();

  await egress.getByRole('link', { name: /^streaming-api/ }).press('Enter');
  await expect.poll(() => new URL(page.url()).search).toMatch(/^\?project=[a-z]{20}$/);
  // The link is gone: the reader stands at the heading of what it led to.
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
  await egress.getByRole('button', { name: 'The same as a table, Cached Egress' }).click();
  await seesText(egress, 'upcomingInvoice.tiny');
});

it('answers a foreign organization and a project that is none like a missing page', async () => {
  journey.forgive(/status of 404/);
  const page = await journey.open('outsider', '/org/pro-payg/usage');
  await page.getByRole('heading', { level: 1, name: 'Looking for something?' }).waitFor();
  await page.goto(`${journey.origin}/org/elsewhere/usage?project=%3Cb%3E`);
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
});
