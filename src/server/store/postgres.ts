import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { tellActors } from './acting.ts';
import type { Store } from './database.ts';
import { migrate } from './migrate.ts';
import { StartError } from '#server/start-error.ts';

const connectTimeoutMs = 5000;
const connections = 10;

/**
 * Connects to PostgreSQL and brings it to this program's schema.
 * @throws {StartError} when it can't be reached
 */
export async function openPostgres(url: string, report: (error: Error) => void): Promise<Store> {
  const pool = new pg.Pool({ connectionString: url, max: connections, connectionTimeoutMillis: connectTimeoutMs });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', report);
  const { hostname, port } = new URL(url);
  try {
    (await pool.connect()).release();
  } catch (cause) {
    await pool.end();
    const reason = cause instanceof Error && cause.message ? cause.message : 'no connection';
    throw new StartError(`PostgreSQL at ${hostname}:${port || '5432'} (DATABASE_URL) can't be used: ${reason}.`, { cause });
  }
  const db = drizzle(pool);
  tellActors(db);
  try {
    await migrate(db);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    kind: 'postgres',
    db,
    close: () => pool.end(),
  };
}
