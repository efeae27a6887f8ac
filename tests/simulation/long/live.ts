import { liveThroughStretches } from '#tests/support/long/live-through-stretches.ts';
import { simulate } from '#tests/simulation/simulate.ts';
import { openWorlds } from '#tests/simulation/worlds.ts';

const worlds = await openWorlds({ cluster: process.env['SIMULATION_CLUSTER'] ?? null, startImage: null });
await liveThroughStretches(async (seed) => {
  const { charges, ...simulated } = await simulate(worlds, seed);
  return { ...simulated, counted: { charges } };
});
await worlds.close();
process.disconnect();
