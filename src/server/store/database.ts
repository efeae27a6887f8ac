import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { AccessListener } from './access-changes.ts';

/** The database as queries see it: the embedded one, PostgreSQL, or a transaction on either. */
export type Database = PgDatabase<PgQueryResultHKT>;

export interface Store {
  readonly kind: 'pglite' | 'postgres';
  readonly db: Database;
  /**
   * Tells of every change of who may do what, before the change is acknowledged. Only a database of this process
   * alone can do that; a shared one has none.
   */
  readonly watchAccess?: (listener: AccessListener) => Promise<void>;
  /** @throws when the database doesn't answer. On PostgreSQL the question waits behind no work of this process. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The rows of a statement that was run as text; both drivers answer them in the same place. */
export const rowsOf = <Row>(result: unknown): Row[] => (result as { rows: Row[] }).rows;

/**
 * Statements built once per database and kept: building SQL anew for every request costs as much as a small query.
 */
export function perDatabase<T>(prepare: (db: Database) => T): (db: Database) => T {
  const prepared = new WeakMap<Database, T>();
  return (db) => {
    const known = prepared.get(db);
    if (known !== undefined) return known;
    const made = prepare(db);
    prepared.set(db, made);
    return made;
  };
}
