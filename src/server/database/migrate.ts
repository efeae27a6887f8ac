import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { StartError } from '#server/start/start-error.ts';
import { rowsOf, type Database } from './database.ts';
import { hasTable, keepOwner, refuseOthers, type Owner } from './settings.ts';
import { squashedIn, squashedRemedy } from './squashed-migrations.ts';

/** Numbers that only this program uses, one per thing that only one process may do at a time. */
const numbers = { migrate: 431_018_27, seed: 431_018_28 } as const;

/** Waits until this transaction is the only one that holds the lock, in any process; its end releases it. */
export async function holdLock(tx: Database, name: keyof typeof numbers): Promise<void> {
  // What the holder does may take long, and so may what this transaction does with the lock.
  await tx.execute(sql`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`);
  await tx.execute(sql`select pg_advisory_xact_lock(${numbers[name]})`);
}

const files = import.meta.glob<string>('./migrations/*.sql', { query: '?raw', import: 'default', eager: true });

interface Migration {
  /** File name without its ending; migrations are applied in the order of their names. */
  readonly name: string;
  readonly statements: readonly string[];
  readonly hash: string;
  /** The oldest schema whose program can work on this one. */
  readonly needs: string;
}

type Applied = Pick<Migration, 'name' | 'hash'> & { readonly needs: string | null };

/** A migration that takes something away names in its first line the oldest program that gets along without it. */
const contractLine = /^-- contract: programs before (\w+) must have stopped$/m;

/** The last migration of the schema that all programs of today have. Later migrations expand it. */
const lastOfFirstSchema = '0001_rules';

const migrations: readonly Migration[] = Object.entries(files)
  .map(([path, text]) => ({
    name: path.replace(/^.*\/|\.sql$/g, ''),
    statements: text.split('--> statement-breakpoint'),
    hash: createHash('sha256').update(text).digest('hex'),
    needs: contractLine.exec(text)?.[1] ?? lastOfFirstSchema,
  }))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));

// As a row, so that a database without the column reads as well.
const readApplied = sql`select name, hash, to_jsonb(m) ->> 'needs' as needs from schema_migrations m order by name`;

/** Names of all migrations, in order. */
export const schemaNames: readonly string[] = migrations.map(({ name }) => name);

export interface MigrationListeners {
  /** Called after each migration with the number that must be applied. */
  readonly onMigration?: ((done: number, all: number) => void) | undefined;
  /** Called once a database was taken over, with the number of migrations that it listed. */
  readonly onTakeover?: ((listed: number) => void) | undefined;
}

/**
 * Brings the database to this program's schema, each migration in one transaction together with its record.
 * @param mode whose the database is from then on
 * @throws {StartError} when the database is the other mode's, has migrations that this program doesn't know, or other texts of them
 */
export async function migrateDatabase(db: Database, mode: Owner, { onMigration, onTakeover }: MigrationListeners = {}): Promise<void> {
  const replaced = await db.transaction(async (tx) => {
    await holdLock(tx, 'migrate');
    // A role without the right to create tables can still run on existing ones.
    if (!(await hasTable(tx, 'schema_migrations')))
      await tx.execute(sql`create table schema_migrations (name text primary key, hash text not null, needs text)`);
    const listed = rowsOf<Applied>(await tx.execute(readApplied));
    const applied = await takeOver(tx, listed);
    refuseUnknown(applied, mode);
    await refuseOthers(tx, mode);
    // What a migration corrects is no news; and events that wait for the commit would keep it from changing their tables.
    await tx.execute(sql`select set_config('platform.events', 'off', true)`);
    const missing = migrations.slice(applied.length);
    for (const [index, migration] of missing.entries()) {
      for (const statement of migration.statements) await tx.execute(sql.raw(statement));
      await recordMigration(tx, migration);
      onMigration?.(index + 1, missing.length);
    }
    await keepOwner(tx, mode);
    return applied === listed ? 0 : listed.length;
  });
  if (replaced > 0) onTakeover?.(replaced);
}

async function recordMigration(tx: Database, { name, hash, needs }: Migration): Promise<void> {
  await tx.execute(sql`insert into schema_migrations (name, hash, needs) values (${name}, ${hash}, ${needs})`);
}

/** Lists the squash as applied in a database that has applied all migrations that were squashed: their schemas are equal. */
async function takeOver(tx: Database, applied: readonly Applied[]): Promise<readonly Applied[]> {
  if (squashedIn(applied) !== 'all') return applied;
  const squash = migrations.filter(({ name }) => name <= lastOfFirstSchema);
  await tx.execute(sql`delete from schema_migrations`);
  for (const migration of squash) await recordMigration(tx, migration);
  return squash;
}

const newestName = schemaNames.at(-1) ?? '';

/** How an operator brings a database to this program's schema. */
const migrateFirst = 'run npm run billing -- migrate, or node dist/server/billing.js migrate where the program is deployed';

/**
 * Looks whether the database is at this program's schema, and leaves it as it is.
 * @throws {StartError} when it is older, empty, newer or the other mode's
 */
export async function requireSchema(db: Database, mode: Owner): Promise<void> {
  if (!(await hasTable(db, 'schema_migrations')))
    throw new StartError(`The database of DATABASE_URL has no tables of this program yet; ${migrateFirst}.`);
  const applied = rowsOf<Applied>(await db.execute(readApplied));
  if (squashedIn(applied) === 'all')
    throw new StartError(`The database of DATABASE_URL lists the migrations of a version before they were squashed; ${migrateFirst}.`);
  refuseUnknown(applied, mode);
  await refuseOthers(db, mode);
  const missing = migrations.length - applied.length;
  if (missing > 0)
    throw new StartError(
      `The database of DATABASE_URL lacks ${missing} of the ${migrations.length} migrations of this version; ${migrateFirst}.`,
    );
  await keepOwner(db, mode);
}

function refuseUnknown(applied: readonly Applied[], mode: Owner): void {
  if (squashedIn(applied) === 'some')
    throw new StartError(
      `The database was made by an older version of this program and lacks its last migrations; ${squashedRemedy(mode)}.`,
    );
  // The migrations of before were joined into these.
  if (applied[0]?.name === '0000_first_tables')
    throw new StartError('The database was made by an older version of this program; empty it with npm run reset, or use another one.');
  applied.forEach((row, index) => {
    const known = migrations[index];
    // A newer program has only added to the schema: this one may start beside it, or again in its place.
    if (!known && row.needs !== null && newestName >= row.needs) return;
    if (!known || known.name < row.name) {
      throw new StartError(`The database was made by a newer version of this program (it has ${row.name}); use that version.`);
    }
    if (known.name !== row.name || known.hash !== row.hash) {
      throw new StartError(
        `The database's migration ${row.name} is not the one of this program; restore a backup or use the version that made it.`,
      );
    }
  });
}
