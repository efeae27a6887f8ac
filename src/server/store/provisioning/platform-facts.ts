import { sql } from 'drizzle-orm';
import { rowsOf, type Database } from '#server/database/database.ts';

/** What the database takes for now. */
export async function databaseClock(db: Database): Promise<Date> {
  const [row] = rowsOf<{ ms: string }>(await db.execute(sql`select floor(extract(epoch from clock_timestamp()) * 1000)::text as ms`));
  return new Date(Number(row?.ms));
}
