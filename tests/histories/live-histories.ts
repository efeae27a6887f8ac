import type { Database } from '#server/database/database.ts';
import { payerAt } from '#tests/support/payer.ts';
import { seeded, type Random } from '#tests/support/random.ts';
import { withChance } from '#tests/simulation/simulated-chance.ts';
import { inSimulatedTime } from '#tests/simulation/simulated-time.ts';
import { epochMs, type Worlds } from '#tests/simulation/worlds.ts';
import { invariantFaults } from '#tests/oracle/history-faults.ts';
import type { LivedHistory, LivedStanding } from '#tests/oracle/lived-history.ts';
import { HistoryActor, type Step } from './history-actor.ts';
import { askedDirectly } from './history-world.ts';
import { movesOf, readHistory, readStandings } from './read-history.ts';

const hour = 3600;
const day = 24 * hour;
const pauses = [1, 1, 20, 20, 300, 300, 600, hour, hour, 5 * hour, day, day, 3 * day, 8 * day, 20 * day] as const;
const instants = 30;
/** Outages of the jobs, in seconds. Due jobs do not run in an outage, but the platform still accepts requests. */
const outages = [600, 5 * hour, day, 3 * day] as const;
const chanceOfOutage = 0.2;

export interface Lived {
  readonly slug: string;
  readonly trace: readonly string[];
  readonly faults: readonly string[];
  readonly history: LivedHistory;
}

interface Directed {
  readonly prepare?: (db: Database) => Promise<void>;
  readonly aim?: readonly Step[];
}

export async function liveHistories(worlds: Worlds, seed: number, organizations: number, directed: Directed = {}): Promise<Lived[]> {
  return inSimulatedTime(epochMs, () => withChance(seed, () => live(worlds, seed, organizations, directed)));
}

const realMinute = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 61_000));

async function live(worlds: Worlds, seed: number, organizations: number, { prepare, aim }: Directed): Promise<Lived[]> {
  const platform = askedDirectly(await worlds.begin());
  try {
    await prepare?.(platform.context.db);
    const random: Random = seeded(seed * 2_654_435_761);
    const { settled, pass, sandbox } = payerAt(platform);
    const actors = Array.from({ length: organizations }, (_, index) => new HistoryActor(platform, `history-${index + 1}`, random, aim));
    const { db, clock } = platform.context;
    const standings: Map<string, LivedStanding>[] = [];
    const look = async (): Promise<void> => void standings.push(await readStandings(db, clock.nowSeconds()));
    for (let instant = 0; instant < instants; instant += 1) {
      if (random.chance(chanceOfOutage)) clock.moveTo(clock.offsetMs() + random.pick(outages) * 1000);
      for (const actor of actors) if (random.chance(0.5)) await actor.act();
      await settled();
      await look();
      await realMinute();
      await pass(random.pick(pauses));
      await look();
    }
    // Waits 75 days, so that all late usage is invoiced.
    await pass(75 * day);
    await look();
    const lived: Lived[] = [];
    for (const { hand, trace } of actors) {
      const { slug, records, limits, failures } = hand;
      const moves = await movesOf(db, slug, sandbox.money());
      const history = await readHistory(db, slug, {
        records,
        limits,
        moves,
        standings: standings.flatMap((seen) => seen.get(slug) ?? []),
        nowSeconds: clock.nowSeconds(),
      });
      lived.push({ slug, trace, history, faults: [...failures, ...invariantFaults(history)] });
    }
    return lived;
  } finally {
    await platform.stop();
  }
}
