import type { FrameLocator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { sectionScenarios } from '#a11y/states/scenarios.ts';
import { demoOrganizations } from '#server/seed/demo-organizations/all-organizations.ts';
import { demoMembers } from '#server/seed/members.ts';
import { useJourney } from '#tests/support/journey.ts';

describe('the catalogue of section states', () => {
  const scenarios = sectionScenarios.flatMap((section) => section.scenarios);

  it('names demo organizations and members', () => {
    const slugs = new Set(demoOrganizations.map(({ slug }) => slug));
    const handles = new Set(demoMembers.map(({ handle }) => handle));
    expect(scenarios.filter(({ organization }) => !slugs.has(organization)).map(({ organization }) => organization)).toEqual([]);
    expect(scenarios.filter(({ member }) => !handles.has(member))).toEqual([]);
  });

  it('names no state of a section twice', () => {
    for (const { title, scenarios: ownScenarios } of sectionScenarios)
      expect([title, new Set(ownScenarios.map(({ state }) => state)).size]).toEqual([title, ownScenarios.length]);
  });
});

describe('frames', () => {
  const journey = useJourney();

  const frameOf = (page: Page, title: string): FrameLocator => page.frameLocator(`iframe[title="${title}"]`);

  it('show each member what that member may see, whoever looks', async () => {
    const page = await journey.open(null, '/__design?view=sections&name=Credit Balance With credit');
    await frameOf(page, 'Credit Balance: With credit').getByRole('region', { name: 'Credit Balance' }).getByText('$25.00').waitFor();
    await page.goto(`${journey.origin}/__design?view=sections&name=Credit Balance No permission`);
    await frameOf(page, 'Credit Balance: No permission to read')
      .getByText(/view this organization's credits/)
      .waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });

  it("send the calls of the page as their own member and leave the visitor's session alone", async () => {
    const page = await journey.open('viewer', '/__design?view=sections&name=Past Invoices All paid');
    const before = await page.context().cookies();
    const frame = frameOf(page, 'Past Invoices: All paid');
    await frame.getByRole('button', { name: 'Next invoices' }).click();
    await frame.getByRole('navigation', { name: 'Invoice pages' }).getByText('Showing 6 to 10 out of 14 invoices').waitFor();
    expect(await page.context().cookies()).toEqual(before);
    await page.goto(`${journey.origin}/org/pro-capped/billing`);
    await page
      .getByText(/need additional permissions/)
      .first()
      .waitFor();
  });

  it('cannot sign the visitor out', async () => {
    const page = await journey.open('owner', '/__design/frame?member=developer&to=/org/pro-capped/billing');
    const before = await page.context().cookies();
    await page.getByRole('button', { name: 'deniz-developer' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Groundwork' }).click();
    await page.waitForURL('**/');
    expect(await page.context().cookies()).toEqual(before);
    await page.getByText('deniz-developer').waitFor();
  });

  it('follow the switches of the gallery', async () => {
    const page = await journey.open(null, '/__design?view=sections&name=With credit&width=320', { colorScheme: 'light' });
    const sheet = frameOf(page, 'Credit Balance: With credit').getByRole('region', { name: 'Credit Balance' });
    const ground = () => sheet.evaluate((element) => getComputedStyle(element).backgroundColor);
    const light = await ground();
    expect(await sheet.evaluate(() => innerWidth)).toBe(320);
    await page.getByLabel('Theme').selectOption('dark');
    await expect.poll(ground).not.toBe(light);
    await page.getByLabel('Direction').selectOption('rtl');
    await expect.poll(() => sheet.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  });

  it('are held by no page of another origin', async () => {
    const answer = await fetch(`${journey.origin}/__design/frame?member=owner&to=/org/pro-capped/billing`);
    expect(answer.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'self'");
    expect(answer.headers.get('Set-Cookie')).toBeNull();
    expect(answer.headers.get('Cache-Control')).toContain('no-store');
  });

  it.each([
    ['member=nobody&to=/', 400],
    ['to=/', 400],
  ])('refuse ?%s', async (query, status) => {
    expect((await fetch(`${journey.origin}/__design/frame?${query}`)).status).toBe(status);
  });

  it('go to no other origin', async () => {
    const answer = await fetch(`${journey.origin}/__design/frame?member=owner&to=//elsewhere.example/`);
    expect(await answer.text()).toContain('"to":"/"');
  });
});
