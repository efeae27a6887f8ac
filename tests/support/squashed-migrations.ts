import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

export const squashed = readFileSync(join(import.meta.dirname, 'squashed-migrations.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => ({ hash: line.slice(0, 64), name: line.slice(66) }));
export const lastSquashed = squashed.at(-1)?.name ?? '';

/** SQL that creates the same schema as all squashed migrations together. */
const squash = ['0000_tables', '0001_rules'].map((name) => readFileSync(`src/server/database/migrations/${name}.sql`, 'utf8')).join(';\n');

/**
 * SQL that resets a database to the schema of the squashed migrations. It keeps only the settings, and marks only these migrations as
 * applied.
 */
export const listSquashed = `create temp table kept_settings as table settings;
  drop schema if exists pgboss cascade; drop schema public cascade; create schema public; create table schema_migrations (name text primary key, hash text not null, needs text);
  ${squash};
  insert into settings select * from kept_settings; drop table kept_settings;
  insert into schema_migrations (name, hash, needs) values ${squashed.map(({ name, hash }) => `('${name}', '${hash}', '0008_api_keys')`).join(', ')};`;

const stampIn = (folder: string): string => join(folder, 'folder.json');
export const stampOf = (folder: string) => JSON.parse(readFileSync(stampIn(folder), 'utf8')) as Record<string, unknown>;
export const writeStamp = (folder: string, changes: Record<string, unknown>): void =>
  writeFileSync(stampIn(folder), JSON.stringify({ ...stampOf(folder), ...changes }));

/** Changes a data folder to the state of the last version before the squash; `statements` add rows. */
export async function ageFolder(folder: string, statements = ''): Promise<void> {
  writeStamp(folder, { format: 2, schema: lastSquashed });
  const client = new PGlite(join(folder, 'db'));
  await client.exec(listSquashed + statements);
  await client.close();
}
