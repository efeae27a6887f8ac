import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingPackages } from '#a11y/spoken/orca/session.ts';
import { startTeller, type Teller } from '#a11y/spoken/orca/teller.ts';
import { quickToldWalks } from '#a11y/walks/walks.ts';

const missing = missingPackages();

/** Runs three tasks with the screen reader Orca. `npm run spoken` runs all tasks. */
describe.skipIf(missing.length > 0)('by ear', { timeout: 180_000 }, () => {
  let teller: Teller;
  beforeAll(async () => {
    teller = await startTeller();
  });
  afterAll(() => teller?.stop());

  it.each(quickToldWalks.map((walk) => [walk.name, walk] as const))('%s', async (_, walk) => {
    expect((await teller.tell(walk)).faults).toEqual([]);
  });
});

it('has three tasks to tell', () => {
  expect(quickToldWalks).toHaveLength(3);
});
