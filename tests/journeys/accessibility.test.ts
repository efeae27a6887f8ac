import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookOnce } from '#a11y/audit/look-at-screen.ts';
import { plant } from '#a11y/audit/plant.ts';
import { notHeard } from '#a11y/spoken/seen-is-heard.ts';
import { readScreen } from '#a11y/spoken/virtual.ts';
import { screens } from '#a11y/states/catalogue.ts';
import { matrix } from '#a11y/support/looks.ts';
import { reach } from '#a11y/support/reach.ts';
import { startSite, type Site } from '#a11y/support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.stop());

/** Every screen in one of the looks: over the whole catalogue each look comes many times. All of them: `npm run audit`. */
const quickSet = screens().flatMap(([state, ...others], index) => {
  const look = matrix[index % matrix.length];
  return state && look && !state.changes ? [{ name: state.name, state, sees: [state, ...others].flatMap(({ sees }) => sees), look }] : [];
});

describe.concurrent('every screen', () => {
  it.each(quickSet)('$name: $look.name', async ({ state, sees, look }) => {
    const page = await site.openApart(state.member);
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    try {
      await reach(page, site.origin, { ...state, sees });
      expect(notHeard({ ...state, sees }, await readScreen(page))).toEqual([]);
      await plant(page);
      expect((await lookOnce(page, state, look)).flatMap(({ engine, faults }) => faults.map((fault) => `${engine}: ${fault}`))).toEqual([]);
      expect(errors).toEqual([]);
    } finally {
      await page.context().close();
    }
  });
});
