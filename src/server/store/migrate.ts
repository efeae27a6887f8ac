import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { holdLock } from './advisory-lock.ts';
import { rowsOf, type Database } from './database.ts';
import { hasTable, keepOwner, refuseOthers, type Owner } from './owner.ts';
import { StartError } from '#server/start-error.ts';

const files = import.meta.glob<string>('./migrations/*.sql', { query: '?raw', import: 'default', eager: true });

interface Migration {
  /** File name without its ending; migrations are applied in the order of their names. */
  readonly name: string;
  readonly statements: readonly string[];
  readonly hash: string;
}

type Applied = Pick<Migration, 'name' | 'hash'>;

const migrations: readonly Migration[] = Object.entries(files)
  .map(([path, text]) => ({
    name: path.replace(/^.*\/|\.sql$/g, ''),
    statements: text.split('--> statement-breakpoint'),
    hash: createHash('sha256').update(text).digest('hex'),
  }))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Names of all migrations, in order. */
export const schemas: readonly string[] = migrations.map(({ name }) => name);

/**
 * Brings the database to this program's schema, each migration in one transaction together with its record.
 * @param mode whose the database is from then on
 * @throws {StartError} when the database is the other mode's, has migrations that this program doesn't know, or other texts of them
 */
export async function migrate(db: Database, mode: Owner): Promise<void> {
  await db.transaction(async (tx) => {
    await holdLock(tx, 'migrate');
    // Whoever may not create tables can still run a platform on those that somebody else has made.
    if (!(await hasTable(tx, 'schema_migrations')))
      await tx.execute(sql`create table schema_migrations (name text primary key, hash text not null)`);
    const applied = rowsOf<Applied>(await tx.execute(sql`select name, hash from schema_migrations order by name`));
    refuseUnknown(applied);
    await refuseOthers(tx, mode);
    for (const migration of migrations.slice(applied.length)) {
      for (const statement of migration.statements) await tx.execute(sql.raw(statement));
      await tx.execute(sql`insert into schema_migrations (name, hash) values (${migration.name}, ${migration.hash})`);
    }
    await keepOwner(tx, mode);
  });
}

function refuseUnknown(applied: readonly Applied[]): void {
  applied.forEach((row, index) => {
    const known = migrations[index];
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
