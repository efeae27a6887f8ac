export interface Stretch {
  readonly seed: number;
  readonly count: number;
}

export interface SeedResult {
  readonly seed: number;
  readonly faults: readonly string[];
  readonly counted: Readonly<Record<string, number>>;
}

/** Result of a range: the number of passed seeds, and the first failed one, if any. */
export interface StretchResult extends Stretch {
  readonly held: number;
  readonly counted: Readonly<Record<string, number>>;
  readonly found: SeedResult | null;
}
