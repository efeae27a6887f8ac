import { sql } from 'drizzle-orm';
import { rowsOf, type Database } from './database.ts';
import { readSetting, writeSetting } from './settings.ts';
import { StartError } from '#server/start-error.ts';

/** The mode that has opened a database first. It is that mode's for good: what one holds has no place in the other. */
export type Owner = 'embedded' | 'production';

const refusals: Readonly<Record<Owner, string>> = {
  production:
    'The database of DATABASE_URL belongs to a production platform, which the embedded mode never touches; choose another DATABASE_URL or MODE=production.',
  embedded:
    "The database of DATABASE_URL holds the embedded mode's sandbox, as whose members anybody can sign in; production needs a database of its own.",
};

/** Whether the database has a table of that name where this program looks for its own. */
export async function hasTable(db: Database, name: string): Promise<boolean> {
  return rowsOf<{ found: boolean }>(await db.execute(sql`select to_regclass(${name}) is not null as found`))[0]?.found ?? false;
}

/** Whose the database is; null where it holds nothing yet. */
export async function ownerOf(db: Database): Promise<Owner | null> {
  if (!(await hasTable(db, 'settings'))) return null;
  const owner = await readSetting(db, 'owner');
  if (owner !== null) return owner;
  // Nobody's name stands in a database of an older program. The embedded mode has always kept when it seeded, and nobody is in there before.
  if ((await readSetting(db, 'seeded_at_seconds')) !== null) return 'embedded';
  const held = await db.execute(sql`select exists (select from members) or exists (select from organizations) as anybody`);
  return rowsOf<{ anybody: boolean }>(held)[0]?.anybody ? 'production' : null;
}

/** @throws {StartError} when the database is the other mode's */
export async function refuseOthers(db: Database, mode: Owner): Promise<void> {
  const owner = await ownerOf(db);
  if (owner !== null && owner !== mode) throw new StartError(refusals[owner]);
}

/** Keeps whose the database is from now on. */
export async function keepOwner(db: Database, mode: Owner): Promise<void> {
  if ((await readSetting(db, 'owner')) === null) await writeSetting(db, 'owner', mode);
}
