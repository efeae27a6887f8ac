import { resolve } from 'node:path';
import { makeDataFolder } from './data-folder.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import type { Store } from './database.ts';
import type { MigrationListeners } from './migrate.ts';
import type { Owner } from './settings.ts';
import { openPglite } from './pglite.ts';

export interface StoreOptions extends MigrationListeners {
  readonly mode: Owner;
  readonly dataDir: string;
  /** PostgreSQL address; null for the embedded database. */
  readonly databaseUrl: string | null;
  /** PostgreSQL connection settings; default if absent. */
  readonly connection?: ConnectionSettings;
  /** Data folder to copy for a new store, or null. */
  readonly startImage: string | null;
  /** False requires an existing schema; the embedded database always migrates. */
  readonly migrates?: boolean;
  /** Called when an idle connection breaks. */
  readonly report: (error: Error) => void;
}

/** Opens the configured store at this program's schema. */
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
  // Imported on demand, to keep the start of the embedded database fast.
  if (databaseUrl !== null)
    return (await import('./postgres.ts')).openPostgres(databaseUrl, mode, report, {
      migrates,
      onMigration,
      onTakeover,
      ...(connection && { connection }),
    });
  const folder = resolve(dataDir);
  makeDataFolder(folder);
  return openPglite(folder, startImage, { onMigration, onTakeover });
}
