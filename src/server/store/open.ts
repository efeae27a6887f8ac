import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Store } from './database.ts';
import { openPglite } from './pglite.ts';
import { StartError } from '#server/start-error.ts';

export interface StoreOptions {
  readonly dataDir: string;
  /** PostgreSQL instead of the embedded database, where given. */
  readonly databaseUrl: string | null;
  /** Data folder that a fresh one begins as a copy of, or null. */
  readonly startImage: string | null;
  /** Called when an idle connection breaks. */
  readonly report: (error: Error) => void;
}

/** The store that the options name, at this program's schema. */
export async function openStore({ dataDir, databaseUrl, startImage, report }: StoreOptions): Promise<Store> {
  // Its driver is read only where it is used: a start of the embedded database would wait for it.
  if (databaseUrl !== null) return (await import('./postgres.ts')).openPostgres(databaseUrl, report);
  const folder = resolve(dataDir);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (cause) {
    throw new StartError(`The data folder ${folder} can't be made (${(cause as NodeJS.ErrnoException).code}); choose another DATA_DIR.`, {
      cause,
    });
  }
  return openPglite(folder, startImage);
}
