import { accessSync, constants, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StartError } from '#server/start/start-error.ts';
import { unwritableFolder } from './data-folder.ts';
import { lastSquashed, squashedRemedy } from './squashed-migrations.ts';

/** Major version of PostgreSQL in PGlite. Other major versions cannot read the database files. */
export const postgresMajor = 18;
/** Increase this number if folders of the previous format cannot be migrated. */
const format = 3;
/** Format from before the migrations were squashed. Such a folder is usable only if it has all squashed migrations. */
const squashedFormat = 2;
const stampName = 'folder.json';

const Stamp = z.object({
  format: z.int(),
  /** `creating` until the first start has finished; until then, the folder contains no data. */
  state: z.enum(['creating', 'ready']),
  postgres: z.int(),
  /** Name of the newest applied migration. If a program does not know this name, a newer program has created or migrated the folder. */
  schema: z.string(),
});
export type Stamp = z.output<typeof Stamp>;

export function writeStamp(folder: string, stamp: Pick<Stamp, 'state' | 'schema'>): void {
  const path = join(folder, stampName);
  writeFileSync(`${path}.new`, `${JSON.stringify({ format, postgres: postgresMajor, ...stamp }, null, 2)}\n`);
  renameSync(`${path}.new`, path);
}

/** Whether a file is the lock or an unfinished stamp. A folder with only these files counts as empty. */
const isOwn = (name: string): boolean => name.startsWith('lock') || name === `${stampName}.new`;

export const contentsOf = (folder: string): string[] => readdirSync(folder).filter((name) => !isOwn(name) && name !== stampName);

/** Deletes everything except the lock. Call this only for an empty folder or a known data folder. */
export function emptyFolder(folder: string): void {
  for (const name of [...contentsOf(folder), stampName]) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Reads the stamp; null for an empty folder. @param takesOlder allows an older format @throws {StartError} if the folder is unusable */
export function readStamp(folder: string, knownSchemas: readonly string[], { takesOlder = false } = {}): Stamp | null {
  const text = stampText(folder);
  if (text === null) {
    const others = readdirSync(folder).filter((name) => !isOwn(name));
    if (others.length === 0) return null;
    throw new StartError(
      `${folder} is not a data folder of this program (it holds ${others[0]} but no ${stampName}); choose another DATA_DIR.`,
    );
  }
  const stamp = parse(text);
  if (!stamp)
    throw new StartError(
      `The data folder ${folder} is corrupt: its ${stampName} can't be read; restore a backup or choose another DATA_DIR.`,
    );
  if (stamp.format < format && takesOlder) return stamp;
  if (stamp.format < format) refuseOlder(folder, stamp);
  else if (stamp.format > format || !(stamp.schema === '' || knownSchemas.includes(stamp.schema))) {
    throw new StartError(
      `The data folder ${folder} was made by a newer version of this program; use that version or choose another DATA_DIR.`,
    );
  }
  if (stamp.postgres !== postgresMajor) {
    throw new StartError(
      `The data folder ${folder} holds a PostgreSQL ${stamp.postgres} database and this program needs ${postgresMajor}; export it with the version that made it.`,
    );
  }
  return stamp;
}

/** Checks a folder of an older format. @throws {StartError} if it contains data and lacks a squashed migration */
function refuseOlder(folder: string, { format: older, schema }: Stamp): void {
  if (older === squashedFormat && (schema === lastSquashed || schema === '')) return;
  const remedy = older === squashedFormat ? squashedRemedy('embedded') : 'empty it with npm run reset';
  throw new StartError(`The data folder ${folder} was made by an older version of this program; ${remedy}.`);
}

function stampText(folder: string): string | null {
  try {
    return readFileSync(join(folder, stampName), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function parse(text: string): Stamp | null {
  try {
    return Stamp.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Checks files that the engine would repair or replace silently. @throws {StartError} if the database is incomplete or not writable */
export function refuseDamaged(folder: string): void {
  const damaged = (what: string) =>
    new StartError(`The data folder ${folder} is corrupt: ${what}; restore a backup, or empty it with npm run reset.`);
  const read = (name: string): Buffer => {
    const path = join(folder, 'db', name);
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
      return readFileSync(path);
    } catch (error) {
      // Reports files of another user as not writable instead of corrupt, because restoring a backup would not help.
      if (['EACCES', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw unwritableFolder(folder, error);
      throw damaged(`db/${name} is missing`);
    }
  };
  if (read('PG_VERSION').toString().trim() !== String(postgresMajor)) throw damaged('db/PG_VERSION is not the expected one');
  const control = read('global/pg_control');
  if (control.length < 8192 || control.every((byte) => byte === 0)) throw damaged('db/global/pg_control is damaged');
}
