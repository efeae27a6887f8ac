import { resolve } from 'node:path';
import { makeDataFolder } from './data-folder.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import type { Store } from './database.ts';
import type { MigrationListeners } from './migrate.ts';
import type { Owner } from './settings.ts';
import { StartError } from '#server/start/start-error.ts';

export interface StoreOptions extends MigrationListeners {
  readonly mode: Owner;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly connection?: ConnectionSettings;
  /** Data folder to copy for a new store; null to create the store without a copy. */
  readonly startImage: string | null;
  /** False to only check that a PostgreSQL database is migrated. The embedded database is always migrated. */
  readonly migrates?: boolean;
  readonly report: (error: Error) => void;
}

export async function openStore({
  mode,
  dataDir,
  databaseUrl,
  connection,
  startImage,
  report,
  migrates = true,
  onMigration,
  onTakeover,
}: StoreOptions): Promise<Store> {
  // Each process loads only the database module that it uses.
  if (databaseUrl !== null)
    return (await import('./postgres.ts')).openPostgres(databaseUrl, mode, report, {
      migrates,
      onMigration,
      onTakeover,
      ...(connection && { connection }),
    });
  const folder = resolve(dataDir);
  makeDataFolder(folder);
  const { openPglite } = await embeddedDatabase();
  return openPglite(folder, startImage, { onMigration, onTakeover });
}

/** Production installations may omit the embedded database. @throws {StartError} if it is not installed */
async function embeddedDatabase(): Promise<typeof import('./pglite.ts')> {
  try {
    return await import('./pglite.ts');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new StartError('The embedded database is not installed here; run npm ci --omit=dev to add it, or set MODE=production.', {
      cause,
    });
  }
}
