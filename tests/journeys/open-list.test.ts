import { expect, it } from 'vitest';
import { useJourney } from '#tests/support/journey.ts';

const journey = useJourney();

it('closes an open list with the key that leaves it, so that the focus never lands on what was hidden beside it', async () => {
  const page = await journey.open('owner', '/org/pro-capped/billing');
  await page.getByRole('button', { name: 'Edit billing address' }).click();
  const country = page.getByRole('combobox', { name: 'Country' });
  for (const [key, next] of [
    ['Tab', 'Tax ID type (optional)'],
    ['Shift+Tab', 'Address line 2 (optional)'],
  ] as const) {
    await country.focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option').first().waitFor();
    const wasHidden = page.evaluate(
      () =>
        new Promise<boolean>((resolve) =>
          document.addEventListener('focusin', ({ target }) => resolve((target as Element).closest('[aria-hidden=true]') !== null), {
            once: true,
          }),
        ),
    );
    expect([next, await page.locator('#invoices').evaluate((node) => node.closest('[aria-hidden=true]') !== null)]).toEqual([next, true]);
    await page.keyboard.press(key);
    expect([next, await wasHidden]).toEqual([next, false]);
    await page.getByRole('option').first().waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  }
});
