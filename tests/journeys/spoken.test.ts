import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fingerprint } from '#a11y/spoken/fingerprint.ts';
import { readTranscript } from '#a11y/spoken/transcripts.ts';
import { readScreen } from '#a11y/spoken/virtual.ts';
import { startSite, type Site } from '#a11y/support/site.ts';
import { walks } from '#a11y/walks/walks.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.stop());

const told = walks.flatMap((walk) => {
  const transcript = readTranscript(walk);
  return transcript ? [[walk.name, walk, transcript] as const] : [];
});

/** Orca itself runs by `npm run spoken`: here it is only checked that what it told is still what the screen says. */
describe('the transcript', () => {
  it.each(told)('of "%s" is as new as its screen', async (_, walk, { screen }) => {
    const page = await site.openApart(walk.member);
    await page.goto(site.origin + walk.address, { waitUntil: 'networkidle' });
    expect(fingerprint(await readScreen(page)), 'tell it again: npm run spoken').toBe(screen);
    await page.context().close();
  });

  it('exists for some tasks', () => {
    expect(told.length).toBeGreaterThan(0);
  });
});
