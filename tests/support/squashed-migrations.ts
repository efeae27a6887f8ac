import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

/** Names and hashes of the migrations that were squashed; the file has the form of sha256sum. */
export const squashed = readFileSync(join(import.meta.dirname, 'squashed-migrations.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => ({ hash: line.slice(0, 64), name: line.slice(66) }));
export const lastSquashed = squashed.at(-1)?.name ?? '';

/** Makes a database of today have and list the migrations that were squashed, and no later one. */
export const listSquashed = `drop index if exists billing_periods_of_price_book;
  delete from schema_migrations;
  insert into schema_migrations (name, hash, needs) values ${squashed.map(({ name, hash }) => `('${name}', '${hash}', '0008_api_keys')`).join(', ')};`;

const stampIn = (folder: string): string => join(folder, 'folder.json');
export const stampOf = (folder: string) => JSON.parse(readFileSync(stampIn(folder), 'utf8')) as Record<string, unknown>;
export const writeStamp = (folder: string, changes: Record<string, unknown>): void =>
  writeFileSync(stampIn(folder), JSON.stringify({ ...stampOf(folder), ...changes }));

/** Leaves a data folder as the last version before the squash has left it, with the rows that more statements add. */
export async function ageFolder(folder: string, statements = ''): Promise<void> {
  writeStamp(folder, { format: 2, schema: lastSquashed });
  const client = new PGlite(join(folder, 'db'));
  await client.exec(listSquashed + statements);
  await client.close();
}
