import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { isConnectionLost, markOfPool, UnknownOutcome } from './database-error.ts';
import type { Database } from './database.ts';
import { repeatedWhereSafe } from './repeated-work.ts';

// This file retries statements and transactions if the database restarts or fails over.

/** On these connections, the server stopped waiting for a standby to confirm a commit. The commit may exist on this server only. */
const unreplicated = new WeakSet<pg.ClientBase>();

/** PostgreSQL's wait event of a commit that waits for its standby. */
const replicationWait = 'SyncRepWaitForLSN';

/** Runs work on a connection. Removes the connection from the pool if it is broken or its server has become a standby. */
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

/** Whether a statement only reads and can therefore always be retried. */
const isRead = (statement: unknown): boolean =>
  /^\s*select\b/i.test(typeof statement === 'string' ? statement : ((statement as { text?: string }).text ?? ''));

/** If a connection is lost, retries single statements that are safe to repeat. */
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

/** Replaces Drizzle's `transaction`, which leaks a connection if `begin` fails and hides the error if `rollback` fails. */
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
