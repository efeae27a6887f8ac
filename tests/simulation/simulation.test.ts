import { afterAll, beforeAll, expect, it } from 'vitest';
import { countOf } from '#tests/support/counts.ts';
import { simulate } from './simulate.ts';
import { openWorlds, type Worlds } from './worlds.ts';
import { groundOfTests } from './ground-of-tests.ts';

const schedules = countOf('SCHEDULES', 25);
const firstSeed = countOf('SEED', 1);

let world: Worlds;
beforeAll(async () => {
  world = await openWorlds(groundOfTests());
});
afterAll(() => world?.close());

it(
  `${schedules} schedules leave every charge with its effect, every effect with its charge, and nothing open a day later`,
  async () => {
    for (let seed = firstSeed; seed < firstSeed + schedules; seed += 1) {
      const { faults, trace } = await simulate(world, seed);
      // To repeat one schedule: RELIABILITY_SEED=<seed> RELIABILITY_SCHEDULES=1 npx vitest run --project server-long tests/simulation/simulation
      expect({ seed, faults, trace }).toEqual({ seed, faults: [], trace });
    }
  },
  60_000 + schedules * 10_000,
);

// Each seed has exposed a bug: a key was deleted too early, a customer or a cancellation was recorded only at the gateway, or a rate limit
// was wrong.
it.each([46, 90, 100_051, 1948, 2022])(
  'seed %i, which has found something before, finds nothing',
  async (seed) => {
    expect((await simulate(world, seed)).faults).toEqual([]);
  },
  30_000,
);

// Seed 277 was once not reproducible: its history ended sometimes before and sometimes after the last second of a payment.
it.each([firstSeed, firstSeed + 1, firstSeed + 2, 277])(
  'seed %i gives the same history each time',
  async (seed) => {
    const [one, again] = [await simulate(world, seed), await simulate(world, seed)];
    expect(again).toEqual(one);
  },
  60_000,
);
