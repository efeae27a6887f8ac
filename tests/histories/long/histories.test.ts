import { afterAll, beforeAll, expect, it } from 'vitest';
import { historiesEach, openHistoryWorlds } from '#tests/histories/history-world.ts';
import { liveHistories } from '#tests/histories/live-histories.ts';
import { groundOfTests } from '#tests/simulation/ground-of-tests.ts';
import type { Worlds } from '#tests/simulation/worlds.ts';
import { countOf } from '#tests/support/counts.ts';

const worldsLived = 3;
/** A fixed seed, so that a change fails only for its own faults; `npm run reliability` tries new ones. */
const firstSeed = countOf('SEED', 795_532_739);

let worlds: Worlds;
beforeAll(async () => {
  worlds = await openHistoryWorlds({ ...groundOfTests(), cluster: null }, historiesEach);
});
afterAll(() => worlds?.close());

it(`${worldsLived * historiesEach} histories, from seed ${firstSeed} on, hold`, async () => {
  for (let seed = firstSeed; seed < firstSeed + worldsLived; seed += 1) {
    const lived = await liveHistories(worlds, seed, historiesEach);
    const wrong = lived.filter(({ faults }) => faults.length > 0);
    expect({ seed, wrong: wrong.map(({ slug, faults, trace }) => ({ slug, faults, trace })) }).toEqual({ seed, wrong: [] });
  }
}, 300_000);
