import { constants, cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/pglite';
import type { Store } from './database.ts';
import { tellActors } from './acting.ts';
import { asUnwritable, refuseUnwritable } from './data-folder.ts';
import { freeRoom, requireRoom, requireRoomToStart, type FreeRoom } from './disk-room.ts';
import { lockFolder } from './folder-lock.ts';
import { contentsOf, emptyFolder, readStamp, refuseDamaged, writeStamp } from './folder-stamp.ts';
import { migrateDatabase, schemaNames, type MigrationListeners } from './migrate.ts';
import { PreparedPGlite } from './prepared-pglite.ts';
import { StartError } from '#server/start/start-error.ts';

const newestSchema = schemaNames.at(-1) ?? '';

/** Creates a data folder with an empty, migrated database. New stores copy it, because a copy is faster than a migration. */
export async function makeStartImage(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const store = await openPglite(folder, null);
  await store.close();
}

/** Fills an empty folder. Until the database has started, the stamp says `creating`. An interrupted copy is then made again. */
function beginFrom(image: string | null, folder: string): void {
  emptyFolder(folder);
  writeStamp(folder, { state: 'creating', schema: '' });
  if (image === null) return;
  // Copies on write if the file system supports it.
  const mode = constants.COPYFILE_FICLONE;
  for (const name of contentsOf(image)) cpSync(join(image, name), join(folder, name), { recursive: true, mode });
}

async function start(folder: string, free: FreeRoom): Promise<PreparedPGlite> {
  try {
    const client = new PreparedPGlite(join(folder, 'db'), () => requireRoom(folder, free));
    await client.waitReady;
    return client;
  } catch (cause) {
    // First checks that the disk is writable. The engine reports no reason, and the error below would wrongly suggest to empty the folder.
    refuseUnwritable(folder);
    throw new StartError(`The database in ${folder} can't be opened; restore a backup, or empty it with npm run reset.`, { cause });
  }
}

/** @throws {StartError} if the folder is in use, not writable or unusable by this program; the folder then stays unchanged */
export async function openPglite(
  folder: string,
  image: string | null,
  { free = freeRoom, ...listeners }: MigrationListeners & { readonly free?: FreeRoom } = {},
): Promise<Store> {
  const unlock = lockFolder(folder);
  try {
    const stamp = readStamp(folder, schemaNames);
    requireRoomToStart(folder, free);
    const fresh = stamp?.state !== 'ready';
    if (fresh) beginFrom(image, folder);
    else refuseDamaged(folder);
    const client = await start(folder, free);
    const db = drizzle(client);
    tellActors(db);
    await migrateDatabase(db, 'embedded', listeners).catch(async (error: unknown) => {
      await client.close();
      throw error;
    });
    if (fresh || stamp.schema !== newestSchema) writeStamp(folder, { state: 'ready', schema: newestSchema });
    return {
      kind: 'pglite',
      db,
      ping: async () => {
        await client.query('select 1');
      },
      close: async () => {
        await client.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw asUnwritable(folder, error);
  }
}
