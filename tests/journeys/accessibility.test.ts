import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookTwiceAtFaults, screensToLookAt } from '#a11y/audit/look-quickly.ts';
import type { State } from '#a11y/states/state.ts';
import { startSite, type Site } from '#a11y/support/site.ts';

const isChanging = ({ changes }: State) => changes === true;

/** As many pages at once: while one waits for its network, another has work for the machine. */
const pages = 4;

let sites: Promise<Site>[] = [];

/** What was found, as soon as it was looked for. */
function expected(): { readonly found: Promise<string[]>; readonly tell: (faults: string[]) => void } {
  let tell: (faults: string[]) => void = () => undefined;
  const found = new Promise<string[]>((resolve) => (tell = resolve));
  return { found, tell };
}
const results = new Map(screensToLookAt.map(({ name }) => [name, expected()]));

/** Works through its share, one after another; each test below waits for its own. */
async function work(site: Promise<Site>, queue: State[]): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const faults = await lookTwiceAtFaults(await site, next).catch((error: unknown) => [String(error)]);
    results.get(next.name)?.tell(faults);
  }
}

beforeAll(() => {
  // What changes something has a platform of its own, and nobody beside it.
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
