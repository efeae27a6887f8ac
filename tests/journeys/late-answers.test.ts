import { expect, it } from 'vitest';
import { useReadingJourney } from '#tests/support/journey.ts';

const journey = useReadingJourney();

/** Excludes layout shifts that user input caused. */
const shift = () =>
  new Promise<number>((resolve) => {
    new PerformanceObserver((list) => {
      const entries = list.getEntries() as (PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean })[];
      resolve(entries.reduce((sum, { value, hadRecentInput }) => (hadRecentInput ? sum : sum + value), 0));
    }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(0), 500);
  });

const anchors = ['breakdown', 'cost-control', 'credits-balance', 'payment-methods', 'email', 'address', 'invoices'];

it.each([
  ['wide', 1280],
  ['narrow', 400],
  ['the narrowest', 320],
])('holds still at every section that is opened on %s paper while answers come 3 s late', async (_, width) => {
  const shiftAt = async (anchor: string): Promise<readonly [string, number]> => {
    const page = await journey.open('owner', `/org/slow-org/billing#${anchor}`, { viewport: { width, height: 900 } });
    await expect.poll(() => page.locator('section[aria-busy]').count(), { timeout: 20_000 }).toBe(0);
    return [anchor, await page.evaluate(shift)];
  };
  const shifts: (readonly [string, number])[] = [];
  // Loads two pages at a time. With more pages, the limit of concurrent requests per member would delay some requests.
  for (let first = 0; first < anchors.length; first += 2) shifts.push(...(await Promise.all(anchors.slice(first, first + 2).map(shiftAt))));
  expect(shifts.filter(([, value]) => value > 0.005)).toEqual([]);
});
