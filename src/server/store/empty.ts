import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import pg from 'pg';
import { StartError } from '#server/start-error.ts';
import { asUnwritable } from './data-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { emptyFolder, readStamp } from './folder-stamp.ts';
import { schemas } from './migrate.ts';

interface Emptied {
  readonly mode: 'embedded' | 'production';
  readonly dataDir: string;
  readonly databaseUrl: string | null;
}

/**
 * Removes everything that the store holds. Only what is known to be this program's own is ever removed.
 * @throws {StartError} in production, and for a folder that is in use, is no data folder or can't be written
 */
export async function emptyStore({ mode, dataDir, databaseUrl }: Emptied): Promise<void> {
  if (mode === 'production') throw new StartError('A production store is never emptied by this command.');
  if (databaseUrl !== null) return emptyPostgres(databaseUrl);
  const folder = resolve(dataDir);
  if (!existsSync(folder)) return;
  const unlock = lockFolder(folder);
  try {
    if (readStamp(folder, schemas) !== null) emptyFolder(folder);
  } catch (error) {
    throw asUnwritable(folder, error);
  } finally {
    unlock();
  }
}

async function emptyPostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query('drop schema public cascade; create schema public');
  } catch (cause) {
    throw new StartError(`The database of DATABASE_URL can't be emptied: ${cause instanceof Error ? cause.message : 'no connection'}.`, {
      cause,
    });
  } finally {
    await client.end();
  }
}
