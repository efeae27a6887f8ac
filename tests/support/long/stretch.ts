/** Seeds that a process of the long set lives through. */
export interface Stretch {
  readonly seed: number;
  readonly count: number;
}

/** What a seed led to. */
export interface SeedResult {
  readonly seed: number;
  readonly faults: readonly string[];
  /** Figures to add up over all seeds. */
  readonly counted: Readonly<Record<string, number>>;
}

/** What came of a stretch: as many of the first seeds held, and the next one did not where one is named. */
export interface StretchResult extends Stretch {
  readonly held: number;
  readonly counted: Readonly<Record<string, number>>;
  readonly found: SeedResult | null;
}
