import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { useReadingJourney } from '#tests/support/journey.ts';

const journey = useReadingJourney();

interface SentComparison {
  readonly lines: readonly { readonly description: string; readonly before_cents: number; readonly after_cents: number }[];
}

async function changedInvoice(page: Page, slug: string): Promise<{ id: string; comparison: SentComparison }> {
  const address = `${journey.origin}/platform/organizations/${slug}/billing/invoices`;
  const invoices = (await (await page.request.get(`${address}?limit=10&offset=0`)).json()) as readonly { readonly id: string }[];
  for (const { id } of invoices) {
    const comparison = (await (await page.request.get(`${address}/${id}/comparison`)).json()) as SentComparison;
    if (comparison.lines?.some(({ before_cents: before, after_cents: after }) => before !== after)) return { id, comparison };
  }
  throw new Error(`No two invoices of ${slug} differ`);
}

const cellWidths = (table: Locator): Promise<number[]> =>
  table
    .locator('[role=rowheader], [role=cell]')
    .evaluateAll((cells) => cells.map((cell) => Math.floor(cell.getBoundingClientRect().width)).filter((width) => width > 0));

it.each([1280, 768, 320])('compares an invoice with the one before, readable at %d px', async (width) => {
  const page = await journey.open('owner', '/org/pro-payg/billing', { viewport: { width, height: 900 } });
  const { id, comparison } = await changedInvoice(page, 'pro-payg');
  await page.goto(`${journey.origin}/org/pro-payg/billing/invoices/${id}`);
  await page.getByRole('button', { name: 'Compare with the invoice before' }).press('Enter');
  await page.getByText(/^(\$[\d,.]+ (more|less) than|Same total as) invoice \S+\.$/).waitFor();
  const table = page.getByRole('table', { name: /^What changed since invoice / });
  const changed = comparison.lines.filter(({ before_cents: before, after_cents: after }) => before !== after);
  expect(await table.getByRole('rowheader').allInnerTexts()).toEqual([...changed.map(({ description }) => description), 'Total']);
  expect(Math.min(...(await cellWidths(table)))).toBeGreaterThan(48);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
});
