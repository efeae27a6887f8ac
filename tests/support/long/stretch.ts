export interface Stretch {
  readonly seed: number;
  readonly count: number;
}

export interface SeedResult {
  readonly seed: number;
  readonly faults: readonly string[];
  readonly counted: Readonly<Record<string, number>>;
}

/** Result of a range of seeds: `held` is the number of passed seeds, `found` is the first failed seed or null. */
export interface StretchResult extends Stretch {
  readonly held: number;
  readonly counted: Readonly<Record<string, number>>;
  readonly found: SeedResult | null;
}
