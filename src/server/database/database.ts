import { is } from 'drizzle-orm';
import { PgTransaction, type PgDatabase, type PgQueryResultHKT } from 'drizzle-orm/pg-core';

export const secondsOf = (instant: Date): number => Math.floor(instant.getTime() / 1000);

export const instantOf = (seconds: number): Date => new Date(seconds * 1000);

/** The embedded database, PostgreSQL, or a transaction on either. */
export type Database = PgDatabase<PgQueryResultHKT>;

export const isTransaction = (db: Database): boolean => is(db, PgTransaction);

export interface Store {
  readonly kind: 'pglite' | 'postgres';
  readonly db: Database;
  /** Checks that the database responds. On PostgreSQL, queries of this process do not delay the check. @throws if there is no response */
  readonly ping: () => Promise<void>;
  /** Absent on the embedded database, which has only one connection. */
  readonly pool?: () => PoolFigures;
  readonly close: () => Promise<void>;
}

export interface PoolFigures {
  readonly total: number;
  readonly idle: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
  readonly most: number;
}

/** Rows of a raw SQL statement. Both drivers return them in the same field. */
export const rowsOf = <Row>(result: unknown): Row[] => (result as { rows: Row[] }).rows;

/** The keys are in the order of their first occurrence. */
export function groupedBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const known = groups.get(key);
    if (known) known.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Caches prepared statements per database, because building SQL takes as long as a small query. */
export function perDatabase<T>(prepare: (db: Database) => T): (db: Database) => T {
  const prepared = new WeakMap<Database, T>();
  return (db) => {
    const known = prepared.get(db);
    if (known !== undefined) return known;
    const statement = prepare(db);
    prepared.set(db, statement);
    return statement;
  };
}
