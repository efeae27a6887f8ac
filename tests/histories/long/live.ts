import { liveThroughStretches } from '#tests/support/long/live-through-stretches.ts';
import { historiesEach, openHistoryWorlds } from '#tests/histories/history-world.ts';
import { liveHistories } from '#tests/histories/live-histories.ts';

const worlds = await openHistoryWorlds({ cluster: null, startImage: null }, historiesEach);
await liveThroughStretches(async (seed) => {
  const lived = await liveHistories(worlds, seed, historiesEach);
  const faults = lived.flatMap(({ slug, faults: historyFaults, trace }) =>
    historyFaults.length > 0 ? [[slug, ...historyFaults, ...trace].join('\n')] : [],
  );
  return { seed, faults, counted: { histories: lived.length } };
});
await worlds.close();
process.disconnect();
