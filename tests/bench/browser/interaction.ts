import type { Page } from 'playwright';
import type { Phone } from './phone.ts';

/** One thing that a person does, and by what it shows that it has happened. */
export interface Interaction {
  readonly name: string;
  readonly act: (page: Page) => Promise<void>;
  /** What is there afterwards: an element, and words in it. Absent where nothing new appears. */
  readonly shows?: readonly [selector: string, text?: string];
}

/** Shorter than this the browser does not tell an event. Milliseconds. */
const shortest = 16;

const framesLater = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50)))));

/**
 * Milliseconds until the answer is painted: of the slowest of its events, or until what it shows is there, whichever is
 * longer.
 */
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
