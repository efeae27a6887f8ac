import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookTwiceAtFaults, screensToLookAt } from '#a11y/audit/look-quickly.ts';
import { startSite, type Site } from '#a11y/support/site.ts';

/** Screens that the short test set checks. The long set checks all screens; `npm run audit` checks them in every look. */
const sample = ['Usage', 'Address: errors', 'Plan panel'];
const states = screensToLookAt.filter(({ name, changes }) => sample.includes(name) && changes !== true);

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.stop());

describe.concurrent('a screen in four looks', () => {
  it.each(states.map((state) => [state.name, state] as const))('%s', async (_, state) => {
    expect(await lookTwiceAtFaults(site, state)).toEqual([]);
  });
});

it('has a sample', () => {
  expect(states.map(({ name }) => name).toSorted()).toEqual([...sample].toSorted());
});
