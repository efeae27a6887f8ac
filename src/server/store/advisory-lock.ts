import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** Numbers that only this program uses, one per thing that only one process may do at a time. */
const numbers = { migrate: 431_018_27, seed: 431_018_28 } as const;

/** Waits until this transaction is the only one that holds the lock, on any process; its end gives it free. */
export async function holdLock(tx: Database, name: keyof typeof numbers): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${numbers[name]})`);
}
