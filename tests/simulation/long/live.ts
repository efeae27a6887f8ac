import { once } from 'node:events';
import { isTimeUp } from '#tests/support/counts.ts';
import { simulate, type Simulated } from '#tests/simulation/simulate.ts';
import { openWorlds, type Worlds } from '#tests/simulation/worlds.ts';
import type { Lived, Stretch } from './stretch.ts';

// A process of the long set: lives through the stretches it is handed, until it is told that there are no more.

async function liveThrough(worlds: Worlds, { seed, count }: Stretch): Promise<Lived> {
  let [held, charges] = [0, 0];
  let found: Simulated | null = null;
  while (held < count && found === null && !isTimeUp()) {
    const simulated = await simulate(worlds, seed + held);
    if (simulated.faults.length > 0) found = simulated;
    else held += 1;
    charges += simulated.charges;
  }
  return { seed, count, held, charges, found };
}

const worlds = await openWorlds({ cluster: process.env['SIMULATION_CLUSTER'] ?? null, startImage: null });
for (let lived: Lived | null = null; ;) {
  const handed = once(process, 'message') as Promise<[Stretch | null]>;
  process.send?.(lived);
  const [stretch] = await handed;
  if (stretch === null) break;
  lived = await liveThrough(worlds, stretch);
}
await worlds.close();
process.disconnect();
