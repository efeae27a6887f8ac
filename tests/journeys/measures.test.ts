import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import type { CallResponse } from '#contract/types.ts';
import { useReadingJourney } from '#tests/support/journey.ts';

const journey = useReadingJourney();

type Activity = CallResponse<'listActivity'>;

/** Pages at the height that they have after all parts are there. */
async function open(address: string): Promise<Page> {
  const page = await journey.open('owner', address, { viewport: { width: 1280, height: 900 } });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}

/** Compares a measure with its goal, and prints it, so that a run shows how near it is. */
function expectAtMost(what: string, value: number, goal: number): void {
  // oxlint-disable-next-line no-console -- the figure is worth seeing in every run
  console.info(`${what}: ${Math.round(value)} of ${goal} px`);
  expect([what, value > 0 && value <= goal ? 'in its goal' : value]).toEqual([what, 'in its goal']);
}

const heightOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight);

it.each([
  ['pro-payg', 3000],
  ['free-start', 1500],
])('shows the billing page of %s within %i px', async (slug, goal) => {
  const page = await open(`/org/${slug}/billing`);
  // Parts that load when they come into view have their height after that.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await page.waitForLoadState('networkidle');
  expectAtMost(`billing page of ${slug}`, await heightOf(page), goal);
});

it('shows 19 entries of the activity within 1,200 px', async () => {
  const start = await open('/org/busy-year/activity');
  const read = async (query: string): Promise<Activity> => {
    const path = `${journey.origin}/platform/organizations/busy-year/billing/activity${query}`;
    return (await (await start.context().request.get(path)).json()) as Activity;
  };
  const { entries } = await read('');
  const days = entries.map(({ at }) => new Date(at * 1000).toISOString().slice(0, 10));
  const counts = days.flatMap((from, first) =>
    days.slice(0, first + 1).map((to) => ({ from, to, count: days.filter((day) => day >= from && day <= to).length })),
  );
  const wanted = counts.find(({ count }) => count === 19);
  expect(wanted).toBeDefined();
  const page = await open(`/org/busy-year/activity?from=${wanted?.from}&to=${wanted?.to}`);
  await page.getByText('19 entries').first().waitFor();
  expectAtMost('activity with 19 entries', await heightOf(page), 1200);
});

it('shows the first figure of the billing page within 200 px', async () => {
  const page = await open('/org/pro-payg/billing');
  const tops = await page
    .getByRole('main')
    .getByText(/\$[\d,]+\.\d\d/)
    .evaluateAll((found) =>
      found
        .map((element) => element.getBoundingClientRect())
        .filter(({ height }) => height > 0)
        .map(({ top }) => top),
    );
  expectAtMost('top of the first figure', Math.min(...tops), 200);
});

it('leads from any page of an organization to any other by one press', async () => {
  const names = ['Projects', 'Usage', 'Budgets', 'Billing', 'Activity'];
  for (const from of ['', '/usage', '/budgets', '/billing', '/activity']) {
    const page = await open(`/org/pro-payg${from}`);
    const links = page.getByRole('navigation', { name: 'Lantern Media' }).getByRole('link');
    expect(await links.allInnerTexts()).toEqual(names);
    const addresses = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')));
    expect(addresses).toEqual(['', '/usage', '/budgets', '/billing', '/activity'].map((part) => `/org/pro-payg${part}`));
  }
});

it('covers no focused control with a sticky bar, forwards and backwards', async () => {
  const page = await open('/org/pro-payg/billing');
  const covered: string[] = [];
  let last = '';
  const look = async (): Promise<boolean> => {
    const { name, isCovered } = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      const { left, top, width, height } = focused.getBoundingClientRect();
      const points = [0.1, 0.5, 0.9].map((share) => document.elementFromPoint(left + Math.min(width / 2, 20), top + height * share));
      const isSeen = points.some(
        (hit) => hit !== null && (focused.contains(hit) || hit.contains(focused) || hit.closest('label')?.control === focused),
      );
      return {
        name: `${focused.tagName} ${focused.id || focused.textContent}`,
        isCovered: focused !== document.body && height > 0 && !isSeen,
      };
    });
    if (isCovered) covered.push(name);
    const isEnd = name.startsWith('BODY') || name === last;
    last = name;
    return isEnd;
  };
  const walk = async (key: string): Promise<number> => {
    for (let stops = 1; stops <= 200; stops += 1) {
      await page.keyboard.press(key);
      if (await look()) return stops;
    }
    return 200;
  };
  expect(await walk('Tab')).toBeGreaterThan(40);
  expect(await walk('Shift+Tab')).toBeGreaterThan(40);
  expect(covered).toEqual([]);
});
