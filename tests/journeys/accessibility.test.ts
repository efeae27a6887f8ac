import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookTwiceAtFaults, screensToLookAt } from '#a11y/audit/look-quickly.ts';
import type { State } from '#a11y/states/state.ts';
import { startSite, type Site } from '#a11y/support/site.ts';

const isChanging = ({ changes }: State) => changes === true;

/** Number of pages that run concurrently: while one page waits for the network, another page uses the CPU. */
const pages = 4;

let sites: Promise<Site>[] = [];

function expected(): { readonly found: Promise<string[]>; readonly tell: (faults: string[]) => void } {
  let tell: (faults: string[]) => void = () => undefined;
  const found = new Promise<string[]>((resolve) => (tell = resolve));
  return { found, tell };
}
const results = new Map(screensToLookAt.map(({ name }) => [name, expected()]));

async function work(site: Promise<Site>, queue: State[]): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const faults = await lookTwiceAtFaults(await site, next).catch((error: unknown) => [String(error)]);
    results.get(next.name)?.tell(faults);
  }
}

beforeAll(() => {
  // Some screens change data. They are audited one at a time, on a separate platform.
  sites = [startSite(), startSite()];
  const [shared, separateSite] = sites as [Promise<Site>, Promise<Site>];
  const queue = screensToLookAt.filter((state) => !isChanging(state));
  void work(separateSite, screensToLookAt.filter(isChanging)).then(() => work(shared, queue));
  for (let page = 1; page < pages; page += 1) void work(shared, queue);
});
afterAll(async () => {
  for (const site of sites) await (await site).stop();
});

describe('every screen in four looks', { timeout: 900_000 }, () => {
  it.each(screensToLookAt.map(({ name }) => name))('%s', async (name) => {
    expect(await results.get(name)?.found).toEqual([]);
  });
});
