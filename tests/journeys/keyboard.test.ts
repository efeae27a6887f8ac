import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { walks } from '#a11y/walks/walks.ts';
import { listen, takeWalk } from '#a11y/walks/take.ts';
import { startSite, type Site } from '#a11y/support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.stop());

describe.concurrent('by keys alone', () => {
  it.each(walks.map((walk) => [walk.name, walk] as const))('%s', async (_, walk) => {
    const apart = walk.changes ? await startSite() : null;
    const at = apart ?? site;
    const page = await at.openApart(walk.member);
    await listen(page);
    try {
      await takeWalk(page, at.origin, walk);
      expect(page.isClosed()).toBe(false);
    } finally {
      await page.context().close();
      await apart?.stop();
    }
  });
});
