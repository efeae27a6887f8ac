import { inject } from 'vitest';

export type StoreKind = 'pglite' | 'postgres';

/**
 * What a test is about. `rules`: the platform's behaviour, which no engine changes. `database`: races, locks, triggers, or SQL that the
 * engines could read differently.
 */
export type TestSubject = 'rules' | 'database';

/**
 * The stores that a file of tests runs on: rules on the embedded database, what the engine decides on PostgreSQL too.
 * `TEST_STORES=rest`, of the long set, runs on PostgreSQL what the short set ran on the embedded database alone.
 * @param kinds what the tests can run on at all
 */
export function storesUnderTest(subject: TestSubject, kinds: readonly StoreKind[] = ['pglite', 'postgres']): StoreKind[] {
  const available = inject('postgresUrl') === null ? kinds.filter((kind) => kind === 'pglite') : [...kinds];
  const short = subject === 'database' || available.length === 1 ? available : available.filter((kind) => kind === 'pglite');
  return process.env['TEST_STORES'] === 'rest' ? available.filter((kind) => !short.includes(kind)) : short;
}
