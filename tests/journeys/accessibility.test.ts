import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';

const journey = useJourney();

const tags = ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).withTags(tags).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

/** Both widths, both themes and forced colors, switched in place: reaching a page costs more than looking at it. */
async function expectNothingWrong(page: Page): Promise<void> {
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      // Without motion, so that no colour is caught on its way to the next theme.
      await page.emulateMedia({ colorScheme, forcedColors: 'none', reducedMotion: 'reduce' });
      expect([colorScheme, width, await violations(page)]).toEqual([colorScheme, width, []]);
    }
  }
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await violations(page)).toEqual([]);
}

/** Every page kind once. */
it.each([
  [null, '/sign-in'],
  ['owner', '/'],
  ['owner', '/org/pro-payg'],
  ['owner', '/org/pro-payg/billing'],
  ['owner', '/org/free-start/billing'],
  ['owner', '/org/extreme-text/billing'],
  ['owner', '/org/aws-market/billing'],
  ['viewer', '/org/pro-capped/billing'],
  ['developer', '/org/restricted/billing'],
  ['owner', '/org/pro-payg/usage'],
  ['developer', '/org/free-exceeded/usage'],
  ['outsider', '/org/pro-capped/billing'],
])('%s finds nothing wrong at %s in any theme and width', async (member, address) => {
  journey.forgive(/status of 404/);
  const page = await journey.open(member, address);
  await expectNothingWrong(page);
});

it('sees a planted fault', async () => {
  const page = await journey.open('owner', '/org/pro-capped/billing');
  await page.evaluate(() => document.body.append(document.createElement('button')));
  expect(await violations(page)).toContainEqual(expect.stringMatching(/^button-name/));
});

it('reaches the content by the skip link and shows where the focus is', async () => {
  const page = await journey.open('owner', '/org/pro-capped/billing');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
});

it('finds nothing wrong in what opens on the billing and usage pages, in any theme and width', async () => {
  const page = await journey.open('owner', '/org/pro-payg/billing');
  await page.getByRole('button', { name: /, working of Egress$/ }).click();
  await page.getByRole('button', { name: 'About Compute Credits' }).click();
  await page.getByRole('button', { name: 'What a spend cap would cover' }).click();
  await expectNothingWrong(page);
  await page.getByRole('button', { name: 'By project' }).click();
  await page.getByRole('button', { name: /, working of streaming-api$/ }).click();
  await expectNothingWrong(page);
  await page.goto(`${journey.origin}/org/pro-payg/usage`);
  await page.getByRole('button', { name: 'Day by day and by project, Egress', exact: true }).click();
  await page.getByRole('button', { name: 'The same as a table, Egress' }).click();
  await expectNothingWrong(page);
}, 120_000);
