import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { tellActors } from './acting.ts';
import { poolConfig, transactionTimeouts, usualConnection, withoutNames, type ConnectionSettings } from './connection-settings.ts';
import { rowsOf, type Store } from './database.ts';
import { repeatStatements, repeatTransactions } from './lasting-pool.ts';
import { migrateDatabase, requireSchema, type MigrationListeners } from './migrate.ts';
import type { Owner } from './settings.ts';
import { asUnusable, unusableDatabase } from './unusable-database.ts';

/** Timeout in ms of connections that only check the database, at the start and for health checks. */
const startTimeoutMs = 5000;
/** Maximum wait in ms for a free connection. Under load, a wait is better than an error. */
const waitTimeoutMs = 20_000;
/** Settings that detect a server that disappeared without closing its connections. */
const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

interface OpenParts extends MigrationListeners {
  readonly migrates?: boolean;
  readonly connection?: ConnectionSettings;
}

/** @param differs settings to override @throws {StartError} if the database is unreachable, not writable, or belongs to the other mode */
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
  // With a separate connection, a busy pool does not look like a failed database.
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
      // A standby counts as unavailable: it responds but accepts no writes.
      const [row] = rowsOf<{ isStandby: boolean }>(await forHealth.query('select pg_is_in_recovery() as "isStandby"'));
      if (row?.isStandby !== false) throw new Error('The database is a standby, which takes no writes');
    },
    close: async () => {
      await Promise.all([pool.end(), forHealth.end()]);
    },
  };
}

/** Without error listeners, a connection lost in a failover would end the process. */
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
