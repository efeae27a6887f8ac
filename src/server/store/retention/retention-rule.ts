import type { SQL } from 'drizzle-orm';

/** How long rows of a table are kept, why, and the exceptions. Days count back from now. */
export interface RetentionRule {
  readonly table: string;
  readonly days: number;
  /** Clock of the age: leases, sessions and limits follow real time. */
  readonly clock: 'platform' | 'real';
  /** Primary key columns. */
  readonly key: readonly string[];
  /** SQL condition for expired rows, named `one`, given the instant `days` ago. */
  readonly isOver: (before: SQL) => SQL;
  readonly reason: string;
  /** Data that is kept longer. */
  readonly keeps: string;
}
