import type { Figure } from './figure.ts';
import type { RowId } from './goals.ts';

export interface Run {
  /** Number of rounds; variants of a comparison alternate. */
  readonly rounds: number;
  /** Reports progress. */
  readonly say: (words: string) => void;
}

export type Measured = Figure<RowId>;

/** Measurements with a shared setup. */
export interface Suite {
  readonly name: string;
  /** Sentence that names the compared variants. */
  readonly about: string;
  readonly run: (run: Run) => Promise<SuiteResult>;
}

export interface SuiteResult {
  readonly figures: readonly Measured[];
  /** Further data for the JSON file. */
  readonly details?: unknown;
}
