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
  /** PostgreSQL instead of the embedded database, where given. */
  readonly databaseUrl: string | null;
  /** How this process uses PostgreSQL; as usual where absent. */
  readonly connection?: ConnectionSettings;
  /** Data folder that a fresh one begins as a copy of, or null. */
  readonly startImage: string | null;
  /** False where the schema must be there already; the embedded database always follows its program. */
  readonly migrates?: boolean;
  /** Called when an idle connection breaks. */
  readonly report: (error: Error) => void;
}

/** The store that the options name, at this program's schema. */
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
  // Its driver is read only where it is used: a start of the embedded database would wait for it.
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
