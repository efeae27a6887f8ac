import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { runAxe } from '#a11y/audit/axe.ts';
import { runHitTest } from '#a11y/house/hit-test.ts';
import { runHouseRules } from '#a11y/house/house.ts';
import { referenceGaps } from '#a11y/report/reference-gaps.ts';
import { eventTypes } from '#contract/admin/event-shapes.ts';
import { apiDocuments } from '#server/reference/documents.ts';
import { useJourney } from '#tests/support/journey.ts';

const journey = useJourney();

async function openReference(address = '/docs', options = {}): Promise<{ page: Page; elsewhere: string[] }> {
  const page = await journey.open(null, '/healthz', options);
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(journey.origin) && !url.startsWith('data:')) elsewhere.push(url);
  });
  await page.goto(journey.origin + address);
  return { page, elsewhere };
}

const titleOf = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title });

/** Returns faults of controls that axe-core's default rules do not find. Runs in the page. */
function viewerFaults(): string[] {
  const selector = 'a[href], button, input, [role=button], [role=tab], [role=checkbox], [tabindex="0"]';
  const controls = [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (node) => node.checkVisibility({ visibilityProperty: true }) && node.getBoundingClientRect().width > 1,
  );
  const ids = [...document.querySelectorAll('[id]:not([id=""])')].filter((node) => node.checkVisibility()).map(({ id }) => id);
  const faults = ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `the id ${id} is there twice`);
  for (const node of controls) {
    const report = (fault: string) => void faults.push(`${fault}: ${node.outerHTML.slice(0, 160)}`);
    const name = node.getAttribute('aria-label');
    const { width, height } = node.getBoundingClientRect();
    if (name !== null && !name.startsWith(node.innerText.replace(/\s+/g, ' ').trim())) report('named otherwise');
    if (node.matches(':not(a, button, input, select, textarea, summary, [role])')) report('no role');
    if (node instanceof HTMLInputElement && node.type === 'checkbox' && !node.labels?.length && name === null) report('no name');
    if (getComputedStyle(node).display !== 'inline' && (width < 24 || height < 24)) report(`${width} x ${height} px`);
  }
  return faults;
}

describe('the API reference', () => {
  it('shows every document with its calls, without a request to another origin', async () => {
    for (const { slug, title, url } of apiDocuments) {
      const { page, elsewhere } = await openReference(`/docs?api=${slug}`);
      await titleOf(page, title).waitFor();
      const document = (await (await fetch(journey.origin + url)).json()) as { paths: Record<string, Record<string, { summary: string }>> };
      const summaries = Object.values(document.paths).flatMap((path) => Object.values(path).map(({ summary }) => summary));
      expect(summaries.length).toBeGreaterThan(10);
      const [first = ''] = summaries;
      await page.getByRole('heading', { name: first }).first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(elsewhere).toEqual([]);
    }
  });

  it('has a policy of its own: scripts of this origin only, and nobody else to talk to', async () => {
    const { headers } = await fetch(`${journey.origin}/docs`);
    const policy = headers.get('Content-Security-Policy') ?? '';
    for (const directive of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(directive);
    expect(policy).not.toMatch(/script-src[^;]*unsafe|https?:/);
    const page = await (await fetch(`${journey.origin}/sign-in`)).text();
    expect(page).not.toContain('/docs/assets');
  });

  it('can be searched and walked by keys', async () => {
    const { page } = await openReference();
    await titleOf(page, 'Platform API').waitFor();
    await page.keyboard.press('Control+k');
    // Waits only until the dialog is attached, because the viewer's dialog element has no height and so counts as invisible.
    await page.getByRole('dialog').waitFor({ state: 'attached' });
    await page.keyboard.type('Buys credits');
    await page
      .getByRole('option', { name: /Buys credits/ })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: /Buys credits/ }).waitFor();
    expect(new URL(page.url()).hash).not.toBe('');
  });

  it('begins with a skip link to its content', async () => {
    const { page } = await openReference();
    await titleOf(page, 'Platform API').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('reference-content');
  });

  it('begins names with what is seen, has names of boxes, roles, ids of one part each, and targets of 24 px', async () => {
    for (const { slug, title } of apiDocuments) {
      const { page } = await openReference(`/docs?api=${slug}`);
      await titleOf(page, title).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(viewerFaults)).toEqual([]);
    }
  });

  it('has no other fault of axe-core, the house and the hit test than the report names', { timeout: 120_000 }, async () => {
    const found = new Set<string>();
    for (const { slug, title } of apiDocuments) {
      const { page } = await openReference(`/docs?api=${slug}`);
      await titleOf(page, title).waitFor();
      await page.waitForLoadState('networkidle');
      for (const [engine, run] of [
        ['axe', runAxe],
        ['house', (at: Page) => runHouseRules(at, true)],
        ['hit test', runHitTest],
      ] as const)
        for (const { rule, isUndecided } of (await run(page)).findings) if (!isUndecided) found.add(`${engine}: ${rule}`);
    }
    expect([...found].toSorted()).toEqual(referenceGaps.map(({ engine, rule }) => `${engine}: ${rule}`).toSorted());
  });

  it('has a page about events, which every type is on', async () => {
    const { page, elsewhere } = await openReference('/docs/events');
    for (const type of eventTypes) await page.getByRole('region', { name: type, exact: true }).getByText(`"type": "${type}"`).waitFor();
    await page.getByRole('link', { name: 'Verify a signature' }).click();
    await page.getByRole('heading', { name: 'Verify a signature' }).waitFor();
    expect(elsewhere).toEqual([]);
  });

  it.each([
    ['/docs', 'Platform API', 'light', 1280],
    ['/docs', 'Platform API', 'dark', 390],
    ['/docs?api=admin', 'Admin API', 'light', 1280],
    ['/docs?api=admin', 'Admin API', 'dark', 390],
    ['/docs/events', 'Events and webhooks', 'light', 320],
    ['/docs/events', 'Events and webhooks', 'dark', 1280],
  ] as const)('has no fault that axe knows at %s: %s, in %s at %i', async (address, title, colorScheme, width) => {
    const { page } = await openReference(address, { colorScheme, viewport: { width, height: 900 } });
    await titleOf(page, title).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('Authentication', { exact: true }).filter({ visible: true }).count()).toBe(0);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.length} ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.any[0]?.message}`),
    ).toEqual([]);
  });
});
