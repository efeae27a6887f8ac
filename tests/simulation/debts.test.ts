import { afterAll, beforeAll, expect, it } from 'vitest';
import { countOf } from '#tests/support/counts.ts';
import type { TestPlatform } from '#tests/support/platform.ts';
import { groundOfTests } from './ground-of-tests.ts';
import { simulate } from './simulate.ts';
import { openWorlds, type Worlds } from './worlds.ts';

const schedules = countOf('SCHEDULES', 10);
const firstSeed = countOf('SEED', 1);

let worlds: Worlds;
beforeAll(async () => {
  worlds = await openWorlds(groundOfTests());
});
afterAll(() => worlds?.close());

it(
  `${schedules} schedules with crashes charge an unpaid invoice within the bounds, pay it once, and try nothing after that`,
  async () => {
    let tried = 0;
    for (let seed = firstSeed; seed < firstSeed + schedules; seed += 1) {
      const { faults, trace, attempts } = await simulate(worlds, seed, { hasDebts: true });
      // To repeat one schedule: RELIABILITY_SEED=<seed> RELIABILITY_SCHEDULES=1 npx vitest run --project server-long tests/simulation/debts
      expect({ seed, faults, trace }).toEqual({ seed, faults: [], trace });
      tried += attempts;
    }
    expect(tried).toBeGreaterThanOrEqual(schedules);
  },
  60_000 + schedules * 15_000,
);

it('gives the same history each time', async () => {
  const [one, again] = [await simulate(worlds, firstSeed, { hasDebts: true }), await simulate(worlds, firstSeed, { hasDebts: true })];
  expect(again).toEqual(one);
}, 60_000);

it('finds a card that is charged twice on one day', async () => {
  const prepare = async ({ context }: TestPlatform): Promise<void> => {
    await context.db.execute('drop trigger if exists seeded_bug on collections');
    await context.db.execute(`create or replace function seeded_bug() returns trigger language plpgsql as $$ begin
      if new.next_try_at is not null then new.next_try_at = new.finalized_at; end if; return new; end $$`);
    await context.db.execute('create trigger seeded_bug before update on collections for each row execute function seeded_bug()');
  };
  try {
    const found = [];
    for (let seed = 1; seed <= 10 && found.length === 0; seed += 1)
      found.push(...(await simulate(worlds, seed, { hasDebts: true, prepare })).faults);
    expect(found.join('\n')).toMatch(/on day \d+ was charged \d+ times/);
  } finally {
    const { context } = await worlds.begin();
    await context.db.execute('drop trigger if exists seeded_bug on collections');
  }
}, 120_000);
