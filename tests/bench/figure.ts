/** Unit of a measured value. "times" is the ratio of the value to its baseline. */
export type Unit = 'bytes' | 'ms' | 's' | 'times' | 'shift' | 'percent' | 'MB';

export interface Row {
  readonly quantity: string;
  readonly unit: Unit;
  readonly goal: number;
  /** Limit of the value. A higher value fails the benchmark; a value between goal and limit only misses the goal. */
  readonly limit: number;
}

export interface Figure<Id extends string = string> {
  readonly row: Id;
  /** Label of the value within its row; empty for a single value. */
  readonly of: string;
  readonly value: number;
  readonly samples?: readonly number[];
  /** Result of the simplest implementation of the same task, for comparison. The rounds of both implementations alternate. */
  readonly floor?: Floor;
  readonly remark?: string;
}

export interface Floor {
  readonly name: string;
  readonly value: number;
  readonly samples?: readonly number[];
}

export type Verdict = 'goal' | 'missed' | 'failed';

const tolerance = 1e-9;

export function verdictOf(row: Row, value: number): Verdict {
  if (value <= row.goal + tolerance) return 'goal';
  return value <= row.limit + tolerance ? 'missed' : 'failed';
}

const order: readonly Verdict[] = ['goal', 'missed', 'failed'];

export const worstOf = (row: Row, figures: readonly Figure[]): Verdict =>
  figures.map(({ value }) => verdictOf(row, value)).reduce((a, b) => (order.indexOf(a) > order.indexOf(b) ? a : b), 'goal');

/** Returns the quantile without interpolation. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
export const p75 = (values: readonly number[]): number => quantile(values, 0.75);

const rounded = (value: number, digits: number): string => value.toFixed(digits);

/** Formats a value with its unit: `112.4 KB`, `48 ms`, `1.03 times`. */
export function shown(unit: Unit, value: number): string {
  switch (unit) {
    case 'bytes':
      return value < 1024 ? `${Math.round(value)} bytes` : `${rounded(value / 1024, 1)} KB`;
    case 'ms':
      return `${rounded(value, value < 20 ? 1 : 0)} ms`;
    case 's':
      return `${rounded(value, 2)} s`;
    case 'times':
      return `${rounded(value, 2)} times`;
    case 'shift':
      return rounded(value, 3);
    case 'percent':
      return `${rounded(value, 1)} %`;
    case 'MB':
      return `${rounded(value, 1)} MB`;
  }
}
