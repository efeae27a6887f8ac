import { is } from 'drizzle-orm';
import { PgTransaction, type PgDatabase, type PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** Whole seconds since 1970. */
export const secondsOf = (instant: Date): number => Math.floor(instant.getTime() / 1000);

export const instantOf = (seconds: number): Date => new Date(seconds * 1000);

/** The database as queries see it: the embedded one, PostgreSQL, or a transaction on either. */
export type Database = PgDatabase<PgQueryResultHKT>;

/** Whether what is done on it ends with somebody else's transaction. */
export const isTransaction = (db: Database): boolean => is(db, PgTransaction);

export interface Store {
  readonly kind: 'pglite' | 'postgres';
  readonly db: Database;
  /** @throws when the database doesn't answer. On PostgreSQL the question waits behind no work of this process. */
  readonly ping: () => Promise<void>;
  /** The connections of now; absent on the embedded database, which has one. */
  readonly pool?: () => PoolFigures;
  readonly close: () => Promise<void>;
}

export interface PoolFigures {
  readonly total: number;
  readonly idle: number;
  /** Work that waits for a connection. */
  readonly waiting: number;
  readonly most: number;
}

/** The rows of a statement that was run as text; both drivers answer them in the same place. */
export const rowsOf = <Row>(result: unknown): Row[] => (result as { rows: Row[] }).rows;

/** Things by what they have in common, in the order in which each first occurs. */
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

/** Statements built once per database: building SQL for every request costs as much as a small query. */
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
