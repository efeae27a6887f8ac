import { is } from 'drizzle-orm';
import { PgTransaction, type PgDatabase, type PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** Whole seconds since 1970. */
export const secondsOf = (instant: Date): number => Math.floor(instant.getTime() / 1000);

export const instantOf = (seconds: number): Date => new Date(seconds * 1000);

/** The embedded database, PostgreSQL, or a transaction on either. */
export type Database = PgDatabase<PgQueryResultHKT>;

/** True for a transaction, which its owner commits. */
export const isTransaction = (db: Database): boolean => is(db, PgTransaction);

export interface Store {
  readonly kind: 'pglite' | 'postgres';
  readonly db: Database;
  /** @throws if the database does not answer. On PostgreSQL, independent of this process's other queries. */
  readonly ping: () => Promise<void>;
  /** Pool figures; absent on the embedded database, which has one connection. */
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

/** Rows of a raw SQL statement; both drivers return them in the same field. */
export const rowsOf = <Row>(result: unknown): Row[] => (result as { rows: Row[] }).rows;

/** Items grouped by key, in order of first occurrence. */
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

/** Caches statements per database: building SQL costs as much as a small query. */
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
