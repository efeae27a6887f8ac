import type { Figure } from './figure.ts';
import type { RowId } from './goals.ts';

export interface Run {
  /** The variants of a comparison alternate within each round. */
  readonly rounds: number;
  readonly say: (words: string) => void;
}

export type Measured = Figure<RowId>;

export interface Suite {
  readonly name: string;
  readonly about: string;
  readonly run: (run: Run) => Promise<SuiteResult>;
}

export interface SuiteResult {
  readonly figures: readonly Measured[];
  readonly details?: unknown;
}
