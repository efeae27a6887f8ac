import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { factOfFocus, fingerprint } from '#a11y/spoken/facts.ts';
import { notToldYet } from '#a11y/spoken/not-told-yet.ts';
import { readTranscript } from '#a11y/spoken/transcripts.ts';
import { walks } from '#a11y/walks/walks.ts';
import { listen } from '#a11y/walks/listen.ts';
import { sitesFor, type Sites } from '#a11y/walks/sites.ts';
import { takeWalk } from '#a11y/walks/take.ts';
import { isAlone } from '#a11y/walks/walk.ts';

let sites: Sites;
beforeAll(async () => {
  sites = await sitesFor(walks);
});
afterAll(() => sites?.stop());

describe.concurrent('by keys alone', () => {
  it.each(walks.map((walk) => [walk.name, walk] as const))('%s', async (_, walk) => {
    const site = sites.of(walk);
    const page = await (isAlone(walk) ? site.openApart(walk.member) : site.open(walk.member));
    await listen(page);
    const facts: string[] = [];
    try {
      await takeWalk(page, site.origin, walk, { onPress: async () => void facts.push(await factOfFocus(page)) });
    } finally {
      await (isAlone(walk) ? page.context() : page).close();
    }
    // The stored Orca transcript must match the screens of this run. If this fails, run `npm run spoken`.
    if (walk.isTold !== true || notToldYet.includes(walk.name)) return;
    expect([walk.name, fingerprint(facts)]).toEqual([walk.name, readTranscript(walk)?.screen]);
  });
});
