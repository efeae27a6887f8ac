import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/database/database.ts';
import { jobFailures } from '#server/database/tables/job-failures.ts';

export async function failingOrganizations(db: Database, job: string): Promise<number[]> {
  const rows = await db.select({ id: jobFailures.organizationId }).from(jobFailures).where(eq(jobFailures.job, job));
  return rows.map(({ id }) => id);
}

/** Records that a job failed for an organization, so that operators see the failure. @param at real time */
export async function recordJobFailure(db: Database, job: string, organizationId: number, code: string, at: Date): Promise<void> {
  await db
    .insert(jobFailures)
    .values({ job, organizationId, code, since: at })
    .onConflictDoUpdate({
      target: [jobFailures.job, jobFailures.organizationId],
      set: { code, attempts: sql`${jobFailures.attempts} + 1` },
    });
}

export async function forgetJobFailures(db: Database, job: string, organizationIds: readonly number[]): Promise<void> {
  if (organizationIds.length === 0) return;
  await db.delete(jobFailures).where(and(eq(jobFailures.job, job), inArray(jobFailures.organizationId, [...organizationIds])));
}

/** Queue sizes, and numbers of problems that operators must solve. All values are 0 on an idle, healthy platform. */
export interface Backlog {
  readonly eventsWaiting: number;
  readonly workWaiting: number;
  /** Work items that the gateway refused permanently, or that failed. */
  readonly workDead: number;
  /** Payments whose outcome at the gateway is unknown. */
  readonly paymentsUnanswered: number;
  readonly refundsWaiting: number;
  /** Payments at the gateway that this database does not know. An operator must settle them. */
  readonly paymentsUnknown: number;
  readonly organizationsFailing: number;
  /** Age of the oldest unprocessed event. `workLagSeconds` is the time since the oldest pending work became due. */
  readonly eventsLagSeconds: number;
  readonly workLagSeconds: number;
  readonly webhooksWaiting: number;
  readonly webhooksLagSeconds: number;
  readonly endpointsDisabled: number;
  readonly emailsWaiting: number;
  readonly emailsLagSeconds: number;
  readonly emailsRefused: number;
  readonly addressesBounced: number;
  /** Price book versions that failed their check or approval and were not withdrawn. */
  readonly priceBooksRefused: number;
  readonly usageHeld: number;
  readonly jobsDead: number;
}

/** SQL for the seconds since the earliest time in a column, by the database clock; 0 if there are no rows. */
const ageOf = (column: string) => sql.raw(`greatest(0, coalesce(extract(epoch from now() - min(${column})), 0))::float`);

export async function readBacklog(db: Database): Promise<Backlog> {
  const [row] = rowsOf<Backlog>(
    await db.execute(sql`select
      (select count(*)::int from gateway_events where processed_at is null) as "eventsWaiting",
      (select count(*)::int from outbox where state = 'pending') as "workWaiting",
      (select count(*)::int from outbox where state = 'dead') as "workDead",
      (select count(*)::int from outbox where state = 'pending' and kind = 'refund') as "refundsWaiting",
      (select count(*)::int from outbox where state = 'dead' and kind = 'unknown_payment') as "paymentsUnknown",
      (select count(*)::int from payments where state = 'sending') as "paymentsUnanswered",
      (select count(distinct organization_id)::int from job_failures) as "organizationsFailing",
      (select ${ageOf('created_at')} from gateway_events where processed_at is null) as "eventsLagSeconds",
      (select ${ageOf('run_after')} from outbox where state = 'pending' and run_after > 'epoch') as "workLagSeconds",
      (select count(*)::int from webhook_deliveries where state = 'pending') as "webhooksWaiting",
      (select ${ageOf('d.next_attempt_at')} from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
        where d.state = 'pending' and e.disabled_at is null and e.deleted_at is null) as "webhooksLagSeconds",
      (select count(*)::int from webhook_endpoints where disabled_at is not null and deleted_at is null) as "endpointsDisabled",
      (select count(*)::int from notice_deliveries where state = 'queued')
        + (select count(*)::int from platform_emails where state = 'queued') as "emailsWaiting",
      (select ${ageOf('greatest(d.run_after, n.occurred_at)')} from notice_deliveries d join notices n on n.id = d.notice_id
        where d.state = 'queued') as "emailsLagSeconds",
      (select count(*)::int from notice_deliveries where state = 'refused') as "emailsRefused",
      (select count(*)::int from notice_addresses where bounced_at is not null) as "addressesBounced",
      (select count(*)::int from price_books where state = 'refused') as "priceBooksRefused",
      (select count(distinct (organization_id, approval_id))::int from held_usage where state = 'held') as "usageHeld",
      (select count(*)::int from pgboss.job where name = 'dead-letters' and state = 'created') as "jobsDead"`),
  );
  if (!row) throw new Error('The database counts nothing');
  return row;
}

/** Work or payment that an operator must check at the gateway, because its outcome is unknown or the gateway refused it permanently. */
export interface UnsettledItem {
  readonly kind: 'payment' | 'work' | 'event' | 'job';
  readonly id: string;
  readonly organization: string | null;
  /** Subject of the item: `change:chg_1` for a payment, the job name for a job, otherwise the kind and the gateway object. */
  readonly subject: string;
  readonly state: string;
  readonly amount_cents: number | null;
  readonly reason: string | null;
  /**
   * Real time in Unix seconds. For a payment: the time when it was sent. For a job: its first failure. For gateway work and gateway events:
   * the next attempt.
   */
  readonly since: number;
}

const manyAttempts = 3;

/**
 * Lists unsettled items, oldest first: payments with an unknown outcome, and work, events and jobs that keep failing.
 * @param sentBefore lists only payments that were sent before this real time
 */
export async function listUnsettled(db: Database, sentBefore: Date, limit: number): Promise<UnsettledItem[]> {
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
      from gateway_events e where e.processed_at is null and e.attempts > ${manyAttempts}
      union all
      select 'job', j.job || ':' || o.slug, o.slug, j.job, 'failing', null, j.code, extract(epoch from j.since)::int
      from job_failures j join organizations o on o.id = j.organization_id) unsettled
    order by since limit ${limit}`);
  return rowsOf<UnsettledItem>(result);
}
