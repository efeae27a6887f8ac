import type { Page } from 'playwright';
import type { Phone } from './phone.ts';

export interface Interaction {
  readonly name: string;
  readonly act: (page: Page) => Promise<void>;
  /** Selector and text of the element that appears as the result; absent if no new element appears. */
  readonly shows?: readonly [selector: string, text?: string];
}

/** Minimum duration of events that browsers report, in milliseconds. */
const shortest = 16;

const framesLater = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50)))));

/** Returns the milliseconds until the slowest event is painted and the result is visible. */
export async function timeOf({ page, seen }: Pick<Phone, 'page' | 'seen'>, { name, act, shows }: Interaction): Promise<number> {
  await page.evaluate(([selector, text]) => window.bench.watch(selector, text), [shows?.[0] ?? null, shows?.[1] ?? ''] as const);
  await act(page);
  if (shows)
    await page
      .waitForFunction(() => window.bench.shownAfter !== null, undefined, { timeout: 10_000 })
      .catch(() => {
        throw new Error(`"${name}" shows nothing`);
      });
  await framesLater(page);
  const { events, shownAfter } = await seen();
  return Math.max(shortest, shownAfter ?? 0, ...events.map(([, duration]) => duration));
}
