import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { StartError } from '#server/start/start-error.ts';
import { rowsOf, type Database } from './database.ts';
import { hasTable, keepOwner, refuseOthers, type Owner } from './settings.ts';
import { squashedIn, squashedRemedy } from './squashed-migrations.ts';

/** Keys of the advisory locks, one per exclusive task. */
const numbers = { migrate: 431_018_27, seed: 431_018_28 } as const;

/** Waits for a lock and holds it until the transaction ends. Only one process can hold the lock. */
export async function holdLock(tx: Database, name: keyof typeof numbers): Promise<void> {
  // Disables timeouts, because both the wait for the lock and the transaction can take long.
  await tx.execute(sql`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`);
  await tx.execute(sql`select pg_advisory_xact_lock(${numbers[name]})`);
}

const files = import.meta.glob<string>('./migrations/*.sql', { query: '?raw', import: 'default', eager: true });

interface Migration {
  /** File name without extension; migrations run in name order. */
  readonly name: string;
  readonly statements: readonly string[];
  readonly hash: string;
  /** Name of the last migration that a program must contain to use this schema. */
  readonly needs: string;
}

type Applied = Pick<Migration, 'name' | 'hash'> & { readonly needs: string | null };

/** Matches the first line of a migration that breaks older programs. A program without the migration named in this line is too old. */
const contractLine = /^-- contract: programs before (\w+) must have stopped$/m;

/** Last migration of the oldest supported schema. A later migration only adds to this schema, unless it matches `contractLine`. */
const lastOfFirstSchema = '0001_rules';

const migrations: readonly Migration[] = Object.entries(files)
  .map(([path, text]) => ({
    name: path.replace(/^.*\/|\.sql$/g, ''),
    statements: text.split('--> statement-breakpoint'),
    hash: createHash('sha256').update(text).digest('hex'),
    needs: contractLine.exec(text)?.[1] ?? lastOfFirstSchema,
  }))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));

// Reads rows as JSON, because the table of an older database has no column `needs`.
const readApplied = sql`select name, hash, to_jsonb(m) ->> 'needs' as needs from schema_migrations m order by name`;

export const schemaNames: readonly string[] = migrations.map(({ name }) => name);

export interface MigrationListeners {
  readonly onMigration?: ((done: number, all: number) => void) | undefined;
  readonly onTakeover?: ((listed: number) => void) | undefined;
}

/**
 * Applies missing migrations in one transaction.
 * @throws {StartError} if the database belongs to the other mode, or has unknown or changed migrations
 */
export async function migrateDatabase(db: Database, mode: Owner, { onMigration, onTakeover }: MigrationListeners = {}): Promise<void> {
  const replaced = await db.transaction(async (tx) => {
    await holdLock(tx, 'migrate');
    // Skips the statement if the table exists, because a role without the right to create tables can still use existing tables.
    if (!(await hasTable(tx, 'schema_migrations')))
      await tx.execute(sql`create table schema_migrations (name text primary key, hash text not null, needs text)`);
    const listed = rowsOf<Applied>(await tx.execute(readApplied));
    const applied = await takeOver(tx, listed);
    refuseUnknown(applied, mode);
    await refuseOthers(tx, mode);
    // Disables the event triggers, because PostgreSQL cannot alter a table that has pending trigger events.
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

/** Both the squashed and the new migrations create the same schema, so this only replaces the rows in `schema_migrations`. */
async function takeOver(tx: Database, applied: readonly Applied[]): Promise<readonly Applied[]> {
  if (squashedIn(applied) !== 'all') return applied;
  const squash = migrations.filter(({ name }) => name <= lastOfFirstSchema);
  await tx.execute(sql`delete from schema_migrations`);
  for (const migration of squash) await recordMigration(tx, migration);
  return squash;
}

const newestName = schemaNames.at(-1) ?? '';

const migrateFirst = 'run npm run billing -- migrate, or node dist/server/billing.js migrate where the program is deployed';

/** @throws {StartError} if the schema is empty, older or newer, or belongs to the other mode */
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
  // Refuses databases from before `0000_first_tables` was squashed into other migrations.
  if (applied[0]?.name === '0000_first_tables')
    throw new StartError('The database was made by an older version of this program; empty it with npm run reset, or use another one.');
  applied.forEach((row, index) => {
    const known = migrations[index];
    // Accepts the schema of a newer program if it only adds to the schema of this program.
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
