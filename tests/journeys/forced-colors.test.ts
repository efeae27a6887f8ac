import { expect, it } from 'vitest';
import { useReadingJourney } from '#tests/support/journey.ts';
import { labelFault, labelled } from '#tests/support/label-pixels.ts';

const journey = useReadingJourney();

it('keeps the label of every button and badge readable in forced colors, by pixels', async () => {
  const page = await journey.open('owner', '/org/pro-capped/billing', { forcedColors: 'active', reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Export' }).waitFor();
  const shown = await page.getByRole('button').or(page.locator(labelled)).filter({ visible: true }).all();
  expect(shown.length).toBeGreaterThan(10);
  const faults: (string | null)[] = [];
  for (const element of shown) faults.push(await labelFault(element));
  expect(faults.filter((fault) => fault !== null)).toEqual([]);
});
