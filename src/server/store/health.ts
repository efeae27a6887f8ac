import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** @throws when the database doesn't answer */
export async function ping(db: Database): Promise<void> {
  await db.execute(sql`select 1`);
}
