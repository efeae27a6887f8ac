import type { Figure } from './figure.ts';
import type { RowId } from './goals.ts';

export interface Run {
  /** How often everything is measured; the variants of a comparison take turns. */
  readonly rounds: number;
  /** Tells how far it is. */
  readonly say: (words: string) => void;
}

export type Measured = Figure<RowId>;

/** Measurements that share their preparation. */
export interface Suite {
  readonly name: string;
  /** What it compares, in a sentence. */
  readonly about: string;
  readonly run: (run: Run) => Promise<SuiteResult>;
}

export interface SuiteResult {
  readonly figures: readonly Measured[];
  /** Whatever else was seen, for the JSON file. */
  readonly details?: unknown;
}
