import { afterAll, beforeAll, expect, it } from 'vitest';
import { groundOfTests } from '#tests/simulation/ground-of-tests.ts';
import type { Worlds } from '#tests/simulation/worlds.ts';
import { countOf } from '#tests/support/counts.ts';
import { openHistoryWorlds } from './history-world.ts';
import { liveHistories } from './live-histories.ts';

const histories = 16;
const seed = countOf('SEED', 1);

let worlds: Worlds;
beforeAll(async () => {
  worlds = await openHistoryWorlds({ ...groundOfTests(), cluster: null }, histories);
});
afterAll(() => worlds?.close());

it(`${histories} histories bill every record once, make and lose no value, and end no restriction for nothing`, async () => {
  const lived = await liveHistories(worlds, seed, histories);
  const wrong = lived.filter(({ faults }) => faults.length > 0);
  expect(wrong.map(({ slug, faults, trace }) => ({ slug, faults, trace }))).toEqual([]);
  // Checks that there are plan changes and usage records, because the checks above also accept empty histories.
  const changes = lived.reduce((sum, { history }) => sum + history.changes.length, 0);
  const records = lived.reduce((sum, { history }) => sum + history.records.length, 0);
  expect([changes > histories, records > 2 * histories]).toEqual([true, true]);
}, 180_000);
