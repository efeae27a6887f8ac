import { inject } from 'vitest';

export type StoreKind = 'pglite' | 'postgres';

/** `rules`: behavior independent of the engine. `database`: races, locks, triggers, or SQL that engines could read differently. */
export type TestSubject = 'rules' | 'database';

/** Rules run on the embedded database, database tests also on PostgreSQL. `TEST_STORES=rest` runs what the short set skipped. */
export function storesUnderTest(subject: TestSubject, kinds: readonly StoreKind[] = ['pglite', 'postgres']): StoreKind[] {
  const available = inject('postgresUrl') === null ? kinds.filter((kind) => kind === 'pglite') : [...kinds];
  const short = subject === 'database' || available.length === 1 ? available : available.filter((kind) => kind === 'pglite');
  return process.env['TEST_STORES'] === 'rest' ? available.filter((kind) => !short.includes(kind)) : short;
}
