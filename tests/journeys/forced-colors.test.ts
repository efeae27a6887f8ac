import { expect, it } from 'vitest';
import { contrastWithin, decodePng } from '#a11y/walks/png.ts';
import { useJourney } from '#tests/support/journey.ts';

const journey = useJourney();

it('keeps the label of every button readable in forced colors, by pixels', async () => {
  const page = await journey.open('owner', '/org/pro-capped/billing', { forcedColors: 'active', reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Export' }).waitFor();
  const buttons = await page.getByRole('button').filter({ visible: true }).all();
  expect(buttons.length).toBeGreaterThan(10);
  for (const button of buttons) {
    const picture = decodePng(await button.screenshot());
    expect([await button.textContent(), contrastWithin(picture) >= 4.5]).toEqual([await button.textContent(), true]);
  }
});
