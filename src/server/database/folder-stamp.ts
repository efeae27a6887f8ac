import { accessSync, constants, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StartError } from '#server/start/start-error.ts';
import { unwritableFolder } from './data-folder.ts';
import { lastSquashed, squashedRemedy } from './squashed-migrations.ts';

/** Major version of the PostgreSQL inside PGlite; its files can't be read by another one. */
export const postgresMajor = 18;
/** Raised when older folders can't be brought to this program's schema. */
const format = 3;
/** Folders of this format have the migrations that were squashed: a folder that lacks the last ones can't be used. */
const squashedFormat = 2;
const stampName = 'folder.json';

const Stamp = z.object({
  format: z.int(),
  /** `creating` until the first start has gone through: such a folder holds nothing that counts. */
  state: z.enum(['creating', 'ready']),
  postgres: z.int(),
  /** Name of the newest migration, so that an older program sees that the folder is newer. */
  schema: z.string(),
});
export type Stamp = z.output<typeof Stamp>;

export function writeStamp(folder: string, stamp: Pick<Stamp, 'state' | 'schema'>): void {
  const path = join(folder, stampName);
  writeFileSync(`${path}.new`, `${JSON.stringify({ format, postgres: postgresMajor, ...stamp }, null, 2)}\n`);
  renameSync(`${path}.new`, path);
}

/** Files that a start leaves before it has stamped the folder. */
const isOwn = (name: string): boolean => name.startsWith('lock') || name === `${stampName}.new`;

/** What a data folder holds besides its lock and its stamp. */
export const contentsOf = (folder: string): string[] => readdirSync(folder).filter((name) => !isOwn(name) && name !== stampName);

/** Removes everything but the lock. Only for a folder that is known to be a data folder, or empty. */
export function emptyFolder(folder: string): void {
  for (const name of [...contentsOf(folder), stampName]) rmSync(join(folder, name), { recursive: true, force: true });
}

/**
 * What the folder holds: null when it is still empty.
 * @param takesOlder for emptying it: an older folder is no failure
 * @throws {StartError} when it is no data folder, a corrupt one, or one that this program is too old or too new for
 */
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

/** @throws {StartError} unless the folder has all migrations that were squashed, or holds nothing yet */
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

/**
 * The engine would repair or replace such files without asking, so they are looked at before it is started.
 * @throws {StartError} when the database is not whole, or not this user's to write
 */
export function refuseDamaged(folder: string): void {
  const damaged = (what: string) =>
    new StartError(`The data folder ${folder} is corrupt: ${what}; restore a backup, or empty it with npm run reset.`);
  const read = (name: string): Buffer => {
    const path = join(folder, 'db', name);
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
      return readFileSync(path);
    } catch (error) {
      // A backup would not help: the files are another user's.
      if (['EACCES', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw unwritableFolder(folder, error);
      throw damaged(`db/${name} is missing`);
    }
  };
  if (read('PG_VERSION').toString().trim() !== String(postgresMajor)) throw damaged('db/PG_VERSION is not the expected one');
  const control = read('global/pg_control');
  if (control.length < 8192 || control.every((byte) => byte === 0)) throw damaged('db/global/pg_control is damaged');
}
