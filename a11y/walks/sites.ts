import { launchBrowser } from '#tests/support/browser.ts';
import { startSite, type Site } from '#a11y/support/site.ts';
import type { Walk } from './walk.ts';

export interface Sites {
  /** No other walk on this server changes the same organization. */
  of(walk: Walk): Site;
  stop(): Promise<void>;
}

/** All walks that change nothing share the first server. */
function places(walks: readonly Walk[]): ReadonlyMap<Walk, number> {
  const taken = new Map<string, number>();
  return new Map(
    walks.map((walk) => {
      if (walk.changes !== true) return [walk, 0];
      const [organization = ''] = /\/org\/[^/?]+/.exec(walk.address) ?? [];
      const place = (taken.get(organization) ?? 0) + 1;
      taken.set(organization, place);
      return [walk, place];
    }),
  );
}

export async function sitesFor(walks: readonly Walk[]): Promise<Sites> {
  const placed = places(walks);
  const browser = await launchBrowser();
  const sites = await Promise.all(Array.from({ length: Math.max(...placed.values()) + 1 }, () => startSite(browser)));
  return {
    of(walk) {
      const site = sites[placed.get(walk) ?? 0];
      if (!site) throw new Error(`no platform for the walk "${walk.name}"`);
      return site;
    },
    async stop() {
      await browser.close();
      await Promise.all(sites.map((site) => site.stop()));
    },
  };
}
