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

/**
 * Screens whose look still finds something, or that are not reached yet, with what it is. The list may only shrink; the
 * audit of the whole matrix looks at them too.
 */
const open: Readonly<Record<string, string>> = {
  'Subscription Plan, ready': 'the catalogue expects another text of an outstanding invoice',
  'Upgrade with a new card': 'the button of an empty list of tax ID types is natively disabled',
  'Upgrade: monthly estimate open': 'the button of an empty list of tax ID types is natively disabled',
  'Upgrade without address: errors': 'the button of an empty list of tax ID types is natively disabled',
  'Card menu of the active card': 'names of menu items that carry their reason',
  'Address: form, none yet': 'the button has another name in the catalogue',
  'Address: countries open': 'the page behind an open list is hidden from the tree',
  'Address: countries searched': 'the page behind an open list is hidden from the tree',
  'Address: no such country': 'the page behind an open list is hidden from the tree',
  'Address: tax ID types open': 'the page behind an open list is hidden from the tree',
  'Organization: projects loading': 'a page held while it loads is drawn too late under load',
  'Usage loading': 'a page held while it loads is drawn too late under load',
};

/** Every screen in one of the looks: over the whole catalogue each look comes many times. All of them: `npm run audit`. */
const quickSet = screens().flatMap(([state, ...others], index) => {
  const look = matrix[index % matrix.length];
  return state && look && !state.changes && !(state.name in open)
    ? [{ name: state.name, state, sees: [state, ...others].flatMap(({ sees }) => sees), look }]
    : [];
});

// One more try, since two screens are reached at the same time and each has to be there in time; a fault is found twice.
describe.concurrent('every screen', { retry: 1 }, () => {
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

it('leaves out only screens that the catalogue has', () => {
  const names = screens().map(([state]) => state?.name);
  expect(Object.keys(open).filter((name) => !names.includes(name))).toEqual([]);
});
