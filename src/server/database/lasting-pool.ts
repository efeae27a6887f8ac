import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { isConnectionLost, markOfPool, UnknownOutcome } from './database-error.ts';
import type { Database } from './database.ts';
import { repeatedWhereSafe } from './repeated-work.ts';

// What becomes of statements and transactions when the database behind the pool is restarted, or another server takes its place.

/** Connections on which a commit was answered before a standby had it: the server was told to wait no longer. */
const unreplicated = new WeakSet<pg.ClientBase>();

/** PostgreSQL's own name for the place where a commit waits for its standby. */
const replicationWait = 'SyncRepWaitForLSN';

/**
 * Runs work on a connection of the pool, which keeps it unless it is of no more use: one to a leader that has become a standby answers,
 * and takes no writes ever after.
 */
async function onConnection<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    markOfPool(error);
    throw error;
  });
  let isLost = false;
  try {
    const result = await work(client);
    isLost = unreplicated.has(client);
    if (isLost) throw new UnknownOutcome(null);
    return result;
  } catch (error) {
    isLost ||= isConnectionLost(error);
    throw error;
  } finally {
    client.release(isLost);
  }
}

/** What changes nothing may be asked again however it ended. */
const isRead = (statement: unknown): boolean =>
  /^\s*select\b/i.test(typeof statement === 'string' ? statement : ((statement as { text?: string }).text ?? ''));

/** Makes single statements of a pool survive a lost connection where that is safe. */
export function repeatStatements(pool: pg.Pool): void {
  pool.on('connect', (client) =>
    client.on('notice', ({ routine }) => {
      if (routine === replicationWait) unreplicated.add(client);
    }),
  );
  pool.query = ((...args: unknown[]) =>
    repeatedWhereSafe((attempt) =>
      onConnection(pool, (client) => {
        attempt.isCommitting = !isRead(args[0]);
        return (client.query as unknown as (...of: unknown[]) => Promise<unknown>)(...args);
      }),
    )) as typeof pool.query;
}

/**
 * The same for transactions. Besides, Drizzle's own way keeps a connection for ever whose `begin` fails, and hides what has failed behind a
 * `rollback` that fails as well.
 */
export function repeatTransactions(pool: pg.Pool, db: Database): void {
  db.transaction = (work, settings) =>
    repeatedWhereSafe((attempt) =>
      onConnection(pool, async (client) => {
        let failed: { readonly error: unknown } | null = null;
        try {
          return await (drizzle(client) as Database).transaction(async (tx) => {
            try {
              const result = await work(tx);
              attempt.isCommitting = true;
              return result;
            } catch (error) {
              failed = { error };
              throw error;
            }
          }, settings);
        } catch (error) {
          throw (failed as { readonly error: unknown } | null)?.error ?? error;
        }
      }),
    );
}
