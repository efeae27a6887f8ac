import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useReadingJourney } from '#tests/support/journey.ts';

const journey = useReadingJourney();

/** After two new builds on the server, chunks of the loaded page return 404, but documents are still available. */
async function replaceBuild(page: Page, isReplaced: () => boolean): Promise<void> {
  await page.route('**/assets/*.js', (route) => (isReplaced() ? route.fulfill({ status: 404 }) : route.continue()));
}

const codeIsGone = /404|Failed to fetch dynamically imported module/;

it('loads the page once again if its code was removed, then opens the part', async () => {
  journey.forgive(codeIsGone);
  const page = await journey.open('owner', '/org/pro-payg/billing');
  const region = page.getByRole('region', { name: 'Past Invoices' });
  const exporting = region.getByRole('button', { name: 'Export', exact: true });
  await exporting.waitFor();
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(request.url());
  });
  let isReplaced = true;
  await replaceBuild(page, () => isReplaced);
  page.on('framenavigated', () => (isReplaced = false));
  await exporting.click();
  await expect.poll(() => loads.length, { timeout: 15_000 }).toBe(1);
  await exporting.click();
  await page.getByRole('dialog').waitFor();
  expect(loads).toHaveLength(1);
});
