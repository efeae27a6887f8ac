import { sql } from 'drizzle-orm';
import { rowsOf, type Database } from '#server/database/database.ts';
import type { ExportedTable } from './exported-tables.ts';

/** Maximum number of rows in memory. */
const rowsAtOnce = 500;

const cursor = sql.raw('exported_rows');

/**
 * Yields batches of rows as JSON text from the database, so that numbers are not rounded. A transaction can export only one table at a
 * time, because the cursor has a fixed name.
 */
export async function* exportedRows(
  tx: Database,
  organizationId: number,
  { name, key, leftOut, isOf }: ExportedTable,
): AsyncGenerator<readonly string[]> {
  const order = sql.raw(key.length === 0 ? '' : `order by ${key.map((column) => `one."${column}"`).join(', ')}`);
  const without = sql.raw(`array[${leftOut.map((column) => `'${column}'`).join(', ')}]::text[]`);
  await tx.execute(sql`declare ${cursor} no scroll cursor for
    select (to_jsonb(one) - ${without})::text as line from ${sql.raw(name)} one where ${isOf(organizationId)} ${order}`);
  try {
    for (;;) {
      const batch = rowsOf<{ line: string }>(await tx.execute(sql.raw(`fetch ${rowsAtOnce} from exported_rows`)));
      if (batch.length > 0) yield batch.map(({ line }) => line);
      if (batch.length < rowsAtOnce) return;
    }
  } finally {
    await tx.execute(sql`close ${cursor}`).catch(() => undefined);
  }
}

/** Sets the time zone to UTC, so that equal data has equal output. @returns start of the transaction by the database clock */
export async function beginSnapshot(tx: Database): Promise<Date> {
  const [row] = rowsOf<{ ms: number }>(
    await tx.execute(sql`select set_config('TimeZone', 'UTC', true), (extract(epoch from transaction_timestamp()) * 1000)::float8 as ms`),
  );
  return new Date(row?.ms ?? Number.NaN);
}

export const inSnapshot = <T>(db: Database, work: (tx: Database, takenAt: Date) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => work(tx, await beginSnapshot(tx)), { isolationLevel: 'repeatable read', accessMode: 'read only' });
