import { inject } from 'vitest';

export type StoreKind = 'pglite' | 'postgres';

/** `rules`: behavior independent of the engine. `database`: races, locks, triggers, or SQL that engines could read differently. */
export type TestSubject = 'rules' | 'database';

/**
 * Stores of a test file: rules run on the embedded database, database tests also on PostgreSQL. `TEST_STORES=rest` (long set)
 * runs the PostgreSQL tests that the short set skipped.
 * @param kinds stores that the tests support
 */
export function storesUnderTest(subject: TestSubject, kinds: readonly StoreKind[] = ['pglite', 'postgres']): StoreKind[] {
  const available = inject('postgresUrl') === null ? kinds.filter((kind) => kind === 'pglite') : [...kinds];
  const short = subject === 'database' || available.length === 1 ? available : available.filter((kind) => kind === 'pglite');
  return process.env['TEST_STORES'] === 'rest' ? available.filter((kind) => !short.includes(kind)) : short;
}
