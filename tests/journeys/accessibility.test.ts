import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookTwiceAtFaults, type QuickLook } from '#a11y/audit/look-quickly.ts';
import { screens } from '#a11y/states/catalogue.ts';
import { matrix } from '#a11y/support/looks.ts';
import { startSite, type Site } from '#a11y/support/site.ts';

/** Every screen in one of the looks: over the whole catalogue each look comes many times. All of them: `npm run audit`. */
const quickSet = screens().flatMap(([state, ...others], index): QuickLook[] => {
  const look = matrix[index % matrix.length];
  return state && look ? [{ state: { ...state, sees: [state, ...others].flatMap(({ sees }) => sees) }, look }] : [];
});

const isChanging = ({ state }: QuickLook) => state.changes === true;
const nameOf = ({ state, look }: QuickLook) => `${state.name}: ${look.name}`;

/** As many pages at once: while one waits for its network, another has work for the machine. */
const pages = 4;

let sites: Promise<Site>[] = [];

/** What was found, as soon as it was looked for. */
function expected(): { readonly found: Promise<string[]>; readonly tell: (faults: string[]) => void } {
  let tell: (faults: string[]) => void = () => undefined;
  const found = new Promise<string[]>((resolve) => (tell = resolve));
  return { found, tell };
}
const results = new Map(quickSet.map((look) => [nameOf(look), expected()]));

/** Works through its share, one after another; each test below waits for its own. */
async function work(site: Promise<Site>, queue: QuickLook[]): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const faults = await lookTwiceAtFaults(await site, next).catch((error: unknown) => [String(error)]);
    results.get(nameOf(next))?.tell(faults);
  }
}

beforeAll(() => {
  // What changes something has a platform of its own, and nobody beside it.
  sites = [startSite(), startSite()];
  const [shared, own] = sites as [Promise<Site>, Promise<Site>];
  const queue = quickSet.filter((look) => !isChanging(look));
  void work(own, quickSet.filter(isChanging)).then(() => work(shared, queue));
  for (let page = 1; page < pages; page += 1) void work(shared, queue);
});
afterAll(async () => {
  for (const site of sites) await (await site).stop();
});

describe('every screen', () => {
  it.each(quickSet.map((look) => [nameOf(look), look] as const))('%s', async (name) => {
    expect(await results.get(name)?.found).toEqual([]);
  });
});
