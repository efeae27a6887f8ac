import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useReadingJourney } from '#tests/support/journey.ts';

const journey = useReadingJourney();

async function open(address: string, height = 900): Promise<Page> {
  const page = await journey.open('owner', address, { viewport: { width: 1280, height } });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}

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
  // Scrolls down first, because lazy parts load when they are in view and have their final height only then.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await page.waitForLoadState('networkidle');
  expectAtMost(`billing page of ${slug}`, await heightOf(page), goal);
});

it('shows 19 entries of the activity within 1,200 px, most of them in rows of 40 px', async () => {
  const page = await open('/org/pro-payg/activity');
  const heights = await page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /^\d\d:\d\d/ })
    .evaluateAll((found) => found.map((entry) => entry.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThanOrEqual(19);
  // The limit of 41 pixels includes the hairline between two entries of a day.
  expectAtMost('median entry of the activity', heights.toSorted((a, b) => a - b)[Math.floor(heights.length / 2)] ?? 0, 41);
  expectAtMost('page of the activity', await heightOf(page), 1200);
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
  const names = ['Projects', 'Usage', 'Budgets', 'Billing', 'Activity', 'Proposals', 'Tokens'];
  const parts = ['', '/usage', '/budgets', '/billing', '/activity', '/proposals', '/tokens'];
  for (const from of parts) {
    const page = await open(`/org/pro-payg${from}`);
    const links = page.getByRole('navigation', { name: 'Lantern Media' }).getByRole('link');
    expect(await links.allInnerTexts()).toEqual(names);
    const addresses = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')));
    expect(addresses).toEqual(parts.map((part) => `/org/pro-payg${part}`));
  }
});

it.each([
  ['billing', 900],
  ['billing', 600],
  ['usage', 900],
  ['activity', 900],
] as const)('covers no focused control of %s in a window of %i px with a sticky bar, forwards and backwards', async (name, height) => {
  const page = await open(`/org/pro-payg/${name}`, height);
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
      const place = [...document.querySelectorAll('*')].indexOf(focused);
      return {
        name: `${focused.tagName} ${place} ${focused.id || focused.textContent}`,
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
  const fewest = name === 'billing' ? 40 : 15;
  expect(await walk('Tab')).toBeGreaterThan(fewest);
  expect(await walk('Shift+Tab')).toBeGreaterThan(fewest);
  expect(covered).toEqual([]);
});

/** `leastHeight` and `leastWidth` are the size of the smallest control in the rows. */
async function rowsOf(page: Page, section: string): Promise<{ heights: number[]; leastHeight: number; leastWidth: number }> {
  const rows = page
    .getByRole('region', { name: section })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });
  await rows.first().scrollIntoViewIfNeeded();
  return rows.evaluateAll((found) => {
    const controls = found.flatMap((row) => [...row.querySelectorAll('button, a')].map((control) => control.getBoundingClientRect()));
    return {
      heights: found.map((row) => row.getBoundingClientRect().height).filter((height) => height > 0),
      leastHeight: Math.min(...controls.map(({ height }) => height).filter((height) => height > 0)),
      leastWidth: Math.min(...controls.map(({ width }) => width).filter((width) => width > 0)),
    };
  });
}

it('shows invoice lines in rows of 36 px and past invoices in rows of 44 px', async () => {
  const page = await open('/org/pro-payg/billing');
  const middle = (heights: number[]): number => heights.toSorted((a, b) => a - b)[Math.floor(heights.length / 2)] ?? 0;
  const lines = await rowsOf(page, 'Upcoming Invoice');
  // This maximum includes the hairline of a row, and half a pixel for text of two sizes on one baseline.
  expectAtMost('median line of the upcoming invoice', middle(lines.heights), 37.5);
  expect(lines.leastHeight).toBeGreaterThanOrEqual(24);
  expectAtMost('median row of the past invoices', middle((await rowsOf(page, 'Past Invoices')).heights), 45);
});

it('keeps targets of 44 px in invoice lines where a finger may press', async () => {
  const page = await journey.open('owner', '/org/pro-payg/billing', { viewport: { width: 1280, height: 900 }, hasTouch: true });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const { leastHeight, leastWidth } = await rowsOf(page, 'Upcoming Invoice');
  expect([leastHeight >= 44, leastWidth >= 44]).toEqual([true, true]);
});
