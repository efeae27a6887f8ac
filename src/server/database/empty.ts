import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { StartError } from '#server/start/start-error.ts';
import { holdLock, schemaNames } from './migrate.ts';
import { asUnwritable } from './data-folder.ts';
import { rowsOf, type Database } from './database.ts';
import { reasonOf } from './database-error.ts';
import { lockFolder } from './folder-lock.ts';
import { emptyFolder, readStamp } from './folder-stamp.ts';
import { hasTable, ownerOf, type Owner } from './settings.ts';

interface Emptied {
  readonly mode: Owner;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
}

const neverEmptied = (): StartError => new StartError('A production store is never emptied by this command.');

/** Deletes the data of a store. @throws {StartError} for production, or if the folder is in use, is not writable or is not a data folder */
export async function emptyStore({ mode, dataDir, databaseUrl }: Emptied): Promise<void> {
  if (mode === 'production') throw neverEmptied();
  if (databaseUrl !== null) return emptyPostgres(databaseUrl);
  const folder = resolve(dataDir);
  if (!existsSync(folder)) return;
  const unlock = lockFolder(folder);
  try {
    if (readStamp(folder, schemaNames, { takesOlder: true }) !== null) emptyFolder(folder);
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
    await drizzle(client).transaction(async (tx) => {
      // Waits for a process that is starting, because it may set the owner that is checked next. If a process starts later, it waits for
      // this transaction and then finds an empty database.
      await holdLock(tx, 'migrate');
      await refuseToEmpty(tx);
      await tx.execute(sql`drop schema if exists pgboss cascade`);
      await tx.execute(sql`drop schema public cascade`);
      await tx.execute(sql`create schema public`);
    });
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(`The database of DATABASE_URL can't be emptied: ${reasonOf(cause)}.`, { cause });
  } finally {
    await client.end();
  }
}

/** @throws {StartError} unless the database belongs to the embedded mode */
async function refuseToEmpty(db: Database): Promise<void> {
  if ((await ownerOf(db)) === 'production') throw neverEmptied();
  if (await hasTable(db, 'schema_migrations')) return;
  const [other] = rowsOf<{ name: string }>(
    await db.execute(sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename limit 1`),
  );
  if (!other) return;
  throw new StartError(
    `The database of DATABASE_URL is not one of this program (it holds ${other.name} but no schema_migrations); choose another DATABASE_URL.`,
  );
}
