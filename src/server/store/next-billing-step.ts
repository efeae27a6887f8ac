import { and, eq, gt, inArray, lt, max, sql } from 'drizzle-orm';
import type { RestrictionStatus } from '#server/domain/collection.ts';
import type { NoticeKind } from '#server/domain/notices.ts';
import { type Database, instantOf, rowsOf, secondsOf } from '#server/database/database.ts';
import { notices } from '#server/database/tables/notices.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { billingPeriods } from '#server/database/tables/periods.ts';

/** The step that a job will run next. `at` is in seconds since 1970. */
export interface BillingStep {
  readonly kind: 'cycle' | 'draft' | 'review' | 'charge';
  readonly at: number;
  readonly invoiceId: string | null;
}

/** Null if there is none. If two steps have the same time, returns the step that runs first. */
export async function nextBillingStep(db: Database, organizationId: number, nowSeconds: number): Promise<BillingStep | null> {
  const ofOrganization = sql`organization_id = ${organizationId}`;
  const [row] = rowsOf<BillingStep>(
    await db.execute(sql`
      select kind, greatest(ceil(extract(epoch from due_at))::float8, ${nowSeconds}::float8) as at, invoice_id as "invoiceId"
      from (
        select 'cycle' as kind, 0 as place, current_period_end as due_at, null as invoice_id from subscriptions where ${ofOrganization}
        union all select 'draft', 1, finalizes_at, id from invoices where ${ofOrganization} and status = 'draft' and finalizes_at is not null
        union all select 'review', 2, due_at, null from restriction_reviews where ${ofOrganization} and due_at is not null
        union all select 'charge', 3, next_try_at, invoice_id from collections where ${ofOrganization} and next_try_at is not null
      ) steps order by at, place limit 1`),
  );
  return row ?? null;
}

/** Extrapolates the usage counts of the running cycle to the whole cycle. Elapsed time of less than a day counts as a day. */
export async function continueUsage(tx: Database, organizationId: number, nowSeconds: number): Promise<void> {
  await tx.execute(sql`
    update usage_totals t set quantity = trunc(t.quantity * (s.ends - s.starts) / least(s.ends - s.starts, greatest(86400, ${nowSeconds}::numeric - s.starts)))
    from (select organization_id, extract(epoch from current_period_start)::numeric as starts, extract(epoch from current_period_end)::numeric as ends
      from subscriptions where organization_id = ${organizationId}) s
    where t.organization_id = s.organization_id and t.segment_seconds >= s.starts and t.metric <> 'REALTIME_PEAK_CONNECTIONS'`);
}

export async function repeatUsage(tx: Database, organizationId: number, beforeSeconds: number): Promise<void> {
  await tx.execute(sql`
    insert into usage_totals (organization_id, project_id, segment_seconds, metric, quantity)
    select t.organization_id, t.project_id, extract(epoch from s.current_period_start)::bigint, t.metric,
      case when t.metric = 'REALTIME_PEAK_CONNECTIONS' then max(t.quantity) else sum(t.quantity) end
    from usage_totals t join subscriptions s on s.organization_id = t.organization_id
    where t.organization_id = ${organizationId} and t.segment_seconds >= ${beforeSeconds}
      and t.segment_seconds < extract(epoch from s.current_period_start)
    group by t.organization_id, t.project_id, s.current_period_start, t.metric
    on conflict do nothing`);
}

/** Start of the latest period before `endSeconds`, in seconds since 1970; `endSeconds` if there is no such period. */
export async function lastCycleStart(db: Database, organizationId: number, endSeconds: number): Promise<number> {
  const [row] = await db
    .select({ startsAt: max(billingPeriods.startsAt) })
    .from(billingPeriods)
    .where(and(eq(billingPeriods.organizationId, organizationId), lt(billingPeriods.startsAt, instantOf(endSeconds))));
  return row?.startsAt ? secondsOf(row.startsAt) : endSeconds;
}

export async function restrictionStatusOf(db: Database, organizationId: number): Promise<RestrictionStatus | null> {
  const [row] = await db
    .select({ status: organizations.restrictionStatus })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  return row?.status ?? null;
}

/** 0 if the organization has no notice. */
export async function latestNotice(db: Database, organizationId: number): Promise<number> {
  const [row] = await db
    .select({ id: max(notices.id) })
    .from(notices)
    .where(eq(notices.organizationId, organizationId));
  return row?.id ?? 0;
}

export async function noticesAfter(
  db: Database,
  organizationId: number,
  noticeId: number,
  kinds: readonly NoticeKind[],
): Promise<{ readonly kind: NoticeKind; readonly at: number }[]> {
  const rows = await db
    .select({ kind: notices.kind, occurredAt: notices.occurredAt })
    .from(notices)
    .where(and(eq(notices.organizationId, organizationId), gt(notices.id, noticeId), inArray(notices.kind, [...kinds])))
    .orderBy(notices.id);
  return rows.map(({ kind, occurredAt }) => ({ kind, at: secondsOf(occurredAt) }));
}
