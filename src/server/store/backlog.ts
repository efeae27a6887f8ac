import { sql } from 'drizzle-orm';
import { rowsOf, type Database } from './database.ts';

/** How much waits, and what an operator has to look at. All of them are 0 on a platform at rest. */
export interface Backlog {
  readonly eventsWaiting: number;
  readonly workWaiting: number;
  /** The gateway refuses it for good, or it came to nothing. */
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

/** One thing whose end nobody knows yet, or that the gateway refuses for good: what an operator looks up there. */
export interface Unsettled {
  readonly kind: 'payment' | 'work' | 'event';
  /** Its id here. */
  readonly id: string;
  readonly organization: string | null;
  /** What it is about: `change:chg_1` of a payment, kind and object of the gateway otherwise. */
  readonly subject: string;
  readonly state: string;
  readonly amount_cents: number | null;
  /** The gateway's own words on the last attempt, where it had any. */
  readonly reason: string | null;
  /** Since when, or when it is tried next; unix seconds of real time. */
  readonly since: number;
}

/** Tries after which waiting is no longer a moment's matter. */
const manyAttempts = 3;

/** What has waited longer than it should, the oldest first. @param sentBefore real time */
export async function listUnsettled(db: Database, sentBefore: Date, limit: number): Promise<Unsettled[]> {
  const result = await db.execute(sql`
    select * from (
      select 'payment' as kind, p.id, o.slug as organization,
        coalesce('change:' || p.change_id, 'top-up:' || p.top_up_id, 'invoice:' || p.invoice_id) as subject,
        p.state, p.amount_cents::int as amount_cents, null as reason, extract(epoch from p.sent_at)::int as since
      from payments p join organizations o on o.id = p.organization_id
      where p.state = 'sending' and p.sent_at < ${sentBefore.toISOString()}::timestamptz
      union all
      select 'work', w.id::text, o.slug, w.kind || ':' || w.subject, w.state, (w.details ->> 'amount_cents')::int, w.last_error,
        extract(epoch from w.run_after)::int
      from outbox w join organizations o on o.id = w.organization_id
      where w.state = 'dead' or (w.state = 'pending' and w.attempts > ${manyAttempts})
      union all
      select 'event', e.id, null, e.type || ':' || e.object_id, 'waiting', null, e.last_error, extract(epoch from e.run_after)::int
      from gateway_events e where e.processed_at is null and e.attempts > ${manyAttempts}) unsettled
    order by since limit ${limit}`);
  return rowsOf<Unsettled>(result);
}
