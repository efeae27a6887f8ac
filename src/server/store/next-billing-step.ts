import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/database/database.ts';

/** The next thing that the jobs do for an organization, at an instant in seconds since 1970. */
export interface BillingStep {
  readonly kind: 'cycle' | 'draft' | 'review' | 'charge';
  readonly at: number;
  /** Invoice of a draft or a charge. */
  readonly invoiceId: string | null;
}

/** Returns the next step of an organization's billing, in the order of the jobs; null if nothing is due ever. */
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

/** Scales the counted usage of the running cycle to its whole length. Less than a day so far counts as a day. */
export async function continueUsage(tx: Database, organizationId: number, nowSeconds: number): Promise<void> {
  await tx.execute(sql`
    update usage_totals t set quantity = trunc(t.quantity * (s.ends - s.starts) / least(s.ends - s.starts, greatest(86400, ${nowSeconds}::numeric - s.starts)))
    from (select organization_id, extract(epoch from current_period_start)::numeric as starts, extract(epoch from current_period_end)::numeric as ends
      from subscriptions where organization_id = ${organizationId}) s
    where t.organization_id = s.organization_id and t.segment_seconds >= s.starts and t.metric <> 'REALTIME_PEAK_CONNECTIONS'`);
}

/** Copies the usage of the cycle before to the running one. */
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
