import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { tellActors } from './acting.ts';
import { poolConfig, transactionTimeouts, usualConnection, withoutNames, type ConnectionSettings } from './connection-settings.ts';
import { rowsOf, type Store } from './database.ts';
import { repeatStatements, repeatTransactions } from './lasting-pool.ts';
import { migrateDatabase, requireSchema, type MigrationListeners } from './migrate.ts';
import type { Owner } from './settings.ts';
import { asUnusable, unusableDatabase } from './unusable-database.ts';

/** At the start, for a database that may not be there. */
const startTimeoutMs = 5000;
/** Under load, for a connection to come free: a queue that is long is better than a failure. */
const waitTimeoutMs = 20_000;
/** A server that has gone without a word is noticed. */
const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

interface OpenParts extends MigrationListeners {
  readonly migrates?: boolean;
  readonly connection?: ConnectionSettings;
}

/**
 * Connects to PostgreSQL, and brings it to this program's schema or looks that it is there.
 * @param differs how this process uses it, and settings of its pool that aren't the usual ones
 * @throws {StartError} when it can't be reached or written, or is the other mode's
 */
export async function openPostgres(
  url: string,
  mode: Owner,
  report: (error: Error) => void,
  { migrates = true, connection = usualConnection, onMigration, onTakeover, ...differs }: pg.PoolConfig & OpenParts = {},
): Promise<Store> {
  await refuseAbsent(url);
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: waitTimeoutMs,
    ...keptAlive,
    ...poolConfig(connection),
    ...differs,
  });
  if (connection.isPooled) pool.on('connect', withoutNames);
  if (connection.isTraced) (await import('./traced-pool.ts')).traceQueries(pool);
  outliveBrokenConnections(pool, report);
  repeatStatements(pool);
  const db = drizzle(pool);
  repeatTransactions(pool, db);
  tellActors(db, transactionTimeouts(connection));
  try {
    await (migrates ? migrateDatabase(db, mode, { onMigration, onTakeover }) : requireSchema(db, mode));
  } catch (error) {
    await pool.end();
    throw asUnusable(url, error);
  }
  // A connection for nothing else: where all others are taken, the database is as well as before.
  const forHealth = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: startTimeoutMs,
    application_name: `${connection.applicationName} health`,
  });
  outliveBrokenConnections(forHealth, report);
  repeatStatements(forHealth);
  return {
    kind: 'postgres',
    db,
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, most: pool.options.max }),
    ping: async () => {
      // A standby answers as well, and takes nothing.
      const [row] = rowsOf<{ isStandby: boolean }>(await forHealth.query('select pg_is_in_recovery() as "isStandby"'));
      if (row?.isStandby !== false) throw new Error('The database is a standby, which takes no writes');
    },
    close: async () => {
      await Promise.all([pool.end(), forHealth.end()]);
    },
  };
}

/**
 * A database that is started again, or a pooler that gives up on it, ends connections. The pool replaces them, and a statement under way
 * fails for its caller; but without a listener, on the pool and on each connection in use, the process would end.
 */
function outliveBrokenConnections(pool: pg.Pool, report: (error: Error) => void): void {
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', () => undefined));
}

async function refuseAbsent(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: startTimeoutMs });
  try {
    await client.connect();
  } catch (cause) {
    throw unusableDatabase(url, cause instanceof Error && cause.message ? cause.message : 'no connection', cause);
  } finally {
    await client.end().catch(() => undefined);
  }
}
