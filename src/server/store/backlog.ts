import { sql } from 'drizzle-orm';
import { rowsOf, type Database } from './database.ts';

/** How much waits, and what an operator has to look at. All of them are 0 on a platform at rest. */
export interface Backlog {
  readonly eventsWaiting: number;
  readonly workWaiting: number;
  /** The gateway refuses it for good. */
  readonly workDead: number;
  /** Nobody knows yet whether the gateway has carried them out. */
  readonly paymentsUnanswered: number;
  readonly refundsWaiting: number;
}

export async function readBacklog(db: Database): Promise<Backlog> {
  const [row] = rowsOf<Backlog>(
    await db.execute(sql`select
      (select count(*)::int from gateway_events where processed_at is null) as "eventsWaiting",
      (select count(*)::int from outbox where state = 'pending') as "workWaiting",
      (select count(*)::int from outbox where state = 'dead') as "workDead",
      (select count(*)::int from outbox where state = 'pending' and kind = 'refund') as "refundsWaiting",
      (select count(*)::int from payments where state = 'sending') as "paymentsUnanswered"`),
  );
  if (!row) throw new Error('The database counts nothing');
  return row;
}
