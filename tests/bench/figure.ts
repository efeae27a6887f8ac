/** What a figure counts. "times" is a ratio to its floor. */
export type Unit = 'bytes' | 'ms' | 's' | 'times' | 'shift' | 'percent' | 'MB';

/** A row of the table of goals. */
export interface Row {
  /** What is measured, in the words of the table. */
  readonly quantity: string;
  readonly unit: Unit;
  readonly goal: number;
  /** Above this it has failed; between goal and limit it is only not reached. */
  readonly limit: number;
}

/** One measured value of a row; a row may have several, for example one for each database. */
export interface Figure<Id extends string = string> {
  readonly row: Id;
  /** Which of the row's values this is; empty where it has one only. */
  readonly of: string;
  readonly value: number;
  /** What the value was made of, in the order in which it was measured. */
  readonly samples?: readonly number[];
  /** The same by the simplest means that could do it, measured in turns with the value. */
  readonly floor?: Floor;
  readonly remark?: string;
}

export interface Floor {
  readonly name: string;
  readonly value: number;
  readonly samples?: readonly number[];
}

export type Verdict = 'goal' | 'missed' | 'failed';

/** Measuring is never exact: what a clock can't tell apart is the same. */
const tolerance = 1e-9;

export function verdictOf(row: Row, value: number): Verdict {
  if (value <= row.goal + tolerance) return 'goal';
  return value <= row.limit + tolerance ? 'missed' : 'failed';
}

const order: readonly Verdict[] = ['goal', 'missed', 'failed'];

/** A row is as good as the worst of its values. */
export const worstOf = (row: Row, figures: readonly Figure[]): Verdict =>
  figures.map(({ value }) => verdictOf(row, value)).reduce((a, b) => (order.indexOf(a) > order.indexOf(b) ? a : b), 'goal');

/** The value below which the given share of all values lies: the value itself, nothing in between. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
export const p75 = (values: readonly number[]): number => quantile(values, 0.75);

const rounded = (value: number, digits: number): string => value.toFixed(digits);

/** A value as people read it: `112.4 KB`, `48 ms`, `1.03 times`. */
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
