import { actingAs } from '#server/database/acting.ts';
import type { Database } from '#server/database/database.ts';
import { setPastScene, type PastActor } from '#server/store/backdate.ts';

export interface SeedStep {
  readonly atSeconds: number;
  /** Author of the change; absent if the platform is the author. */
  readonly by?: PastActor;
  /** Returns later steps if they depend on the result of this step. */
  readonly run: () => Promise<readonly SeedStep[] | void>;
}

const inOrder = (steps: readonly SeedStep[]): SeedStep[] => steps.toSorted((a, b) => a.atSeconds - b.atSeconds);

/** Runs the steps in order of time, so that audit entries and ledger postings have ascending dates. */
export async function replaySteps(tx: Database, steps: readonly SeedStep[], moveClock: (atSeconds: number) => void): Promise<void> {
  let left = inOrder(steps);
  for (let next = left.shift(); next; next = left.shift()) {
    const { atSeconds, by = null, run } = next;
    await setPastScene(tx, atSeconds, by);
    moveClock(atSeconds);
    const later = by === null ? await run() : await actingAs({ ...by, requestId: 'seed', callerRequestId: null }, run);
    if (later && later.length > 0) left = inOrder([...left, ...later]);
  }
}
