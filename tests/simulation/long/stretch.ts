import type { Simulated } from '#tests/simulation/simulate.ts';

/** Seeds that a process is told to live through. */
export interface Stretch {
  readonly seed: number;
  readonly count: number;
}

/** What came of them: as many of the first ones held, and the next one did not where one is named. */
export interface Lived extends Stretch {
  readonly held: number;
  readonly charges: number;
  readonly found: Simulated | null;
}
