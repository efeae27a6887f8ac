import { inject } from 'vitest';

export type StoreKind = 'pglite' | 'postgres';

/** `rules`: behavior that is the same on every database. `database`: races, locks, triggers, or SQL whose meaning may differ. */
export type TestSubject = 'rules' | 'database';

/** Returns the stores on which a test runs; `rules` tests run on the embedded store only. `TEST_STORES=rest` returns the skipped stores. */
export function storesUnderTest(subject: TestSubject, kinds: readonly StoreKind[] = ['pglite', 'postgres']): StoreKind[] {
  const available = inject('postgresUrl') === null ? kinds.filter((kind) => kind === 'pglite') : [...kinds];
  const short = subject === 'database' || available.length === 1 ? available : available.filter((kind) => kind === 'pglite');
  return process.env['TEST_STORES'] === 'rest' ? available.filter((kind) => !short.includes(kind)) : short;
}
