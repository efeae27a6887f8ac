import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookTwiceAtFaults, screensToLookAt } from '#a11y/audit/look-quickly.ts';
import { startSite, type Site } from '#a11y/support/site.ts';

/** One screen of each kind, in four looks. The long set checks all screens; `npm run audit` checks every look. */
const sample = ['Usage', 'Banner: grace period', 'Address: errors', 'Plan panel', 'Invoice: outstanding'];
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
