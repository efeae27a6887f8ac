import { inArray, sql, type SQL } from 'drizzle-orm';
import type { NoticeKind } from '#server/domain/notices.ts';
import type { FieldValues } from '#server/domain/activity/field-messages.ts';
import { instantOf, rowsOf, type Database } from '#server/database/database.ts';
import { auditEntries } from '#server/database/tables/audit.ts';
import { notices } from '#server/database/tables/notices.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { disputes, refunds } from '#server/database/tables/refunds.ts';
import { approvals, staffActions } from '#server/database/tables/staff-actions.ts';

/** SQL condition: the entry is about an invoice or its amounts. Members see such entries only if the page shows invoices. */
export const isOfInvoice: SQL = sql`(
  ${auditEntries.what} in ('invoice', 'credit_note', 'late_invoice')
  or (${auditEntries.what} = 'staff_action' and exists (
    select from ${staffActions} s where s.organization_id = ${auditEntries.organizationId} and s.id = ${auditEntries.subject} and s.invoice_id is not null))
  or (${auditEntries.what} = 'approval' and exists (
    select from ${approvals} a join ${organizations} o on o.id = a.organization_id
    where a.organization_id = ${auditEntries.organizationId} and a.id = ${auditEntries.subject} and a.subject <> o.slug))
  or (${auditEntries.what} = 'refund' and exists (
    select from ${refunds} r where r.organization_id = ${auditEntries.organizationId} and r.id = ${auditEntries.subject} and r.source like 'invoice:%'))
  or (${auditEntries.what} = 'dispute' and exists (
    select from ${disputes} d where d.organization_id = ${auditEntries.organizationId} and d.id = ${auditEntries.subject} and d.source like 'invoice:%')))`;

/** Kinds of notices that contain amounts of invoices but no invoice ID. */
const kindsWithAmounts: readonly NoticeKind[] = ['refund_issued', 'dispute_opened', 'dispute_closed', 'late_usage'];

export const isNoticeOfInvoice: SQL = sql`(${notices.invoiceId} is not null or ${inArray(notices.kind, [...kindsWithAmounts])})`;

export interface ActivityFilter {
  /** Only audit entries about these kinds of objects are included. If empty, none are included. */
  readonly things: readonly string[];
  readonly hasNotices: boolean;
  readonly hasInvoices: boolean;
  readonly by: { readonly kind: 'staff' | 'platform' } | { readonly kind: 'member'; readonly username: string } | null;
  /** Seconds since 1970. `from` is inclusive, `until` is exclusive. */
  readonly from: number | undefined;
  readonly until: number | undefined;
}

export interface ActivityPlace {
  /** Time in microseconds since 1970, as text to keep the database's full precision. */
  readonly micros: string;
  /** `a`: an audit entry. `n`: a notice. */
  readonly source: 'a' | 'n';
  readonly id: string;
}

export interface ActivityRow extends ActivityPlace {
  readonly what: string;
  readonly subject: string;
  readonly before: FieldValues;
  /** Field values after the change, or the facts of a notice. */
  readonly after: FieldValues;
  readonly username: string | null;
  readonly isStaff: boolean;
  readonly noticeKind: NoticeKind | null;
  readonly invoiceId: string | null;
  readonly invoiceNumber: string | null;
  readonly amountCents: number | null;
  readonly projectRef: string | null;
  readonly projectName: string | null;
  readonly isProjectThere: boolean;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly budgetName: string | null;
  readonly tokenName: string | null;
  readonly staffWords: string | null;
}

/** SQL condition: a row of `source` comes after the cursor. At equal times, notices come before audit entries. */
function after(at: SQL, source: 'a' | 'n', place: ActivityPlace | null): SQL {
  if (!place) return sql`true`;
  const instant = sql`(timestamptz 'epoch' + ${place.micros}::bigint * interval '1 microsecond')`;
  const beside = source === place.source ? sql`id < ${place.id}::bigint` : source < place.source ? sql`true` : sql`false`;
  return sql`${at} <= ${instant} and (${at} < ${instant} or ${beside})`;
}

const within = (at: SQL, { from, until }: ActivityFilter): SQL => sql`
  ${from === undefined ? sql`true` : sql`${at} >= ${instantOf(from).toISOString()}::timestamptz`}
  and ${until === undefined ? sql`true` : sql`${at} < ${instantOf(until).toISOString()}::timestamptz`}`;

function doneBy({ by }: ActivityFilter): SQL {
  if (by === null) return sql`true`;
  if (by.kind === 'member') return sql`key_id is null and username = ${by.username}`;
  return by.kind === 'staff' ? sql`key_id is not null` : sql`key_id is null and username is null`;
}

/** SQL condition: members see the entry. Excludes changes of `external_id` only, and gateway updates of removed cards. */
const isTold = sql`
  not (what = 'organization' and (before || after) - 'external_id' = '{}'::jsonb)
  and (what <> 'card' or before ->> 'state' is distinct from 'detaching')`;

interface Asking {
  readonly filter: ActivityFilter;
  readonly place: ActivityPlace | null;
  readonly limit: number;
}

/** SQL for the amount in cents of the object that an entry is about; null if the object has no amount. */
const amountOf = (organizationId: number) => sql`
  case n.what
    when 'invoice' then i.amount_due_cents
    when 'notice' then coalesce((n.after ->> 'amountCents')::bigint, case n.notice_kind when 'invoice_issued' then (n.after ->> 'dueCents')::bigint end)
    when 'plan_change' then (select c.charge_cents from changes c where c.id = n.subject and c.organization_id = ${organizationId})
    when 'top_up' then (select t.amount_cents from top_ups t where t.id = n.subject and t.organization_id = ${organizationId})
    when 'credit_note' then (select c.amount_cents from credit_notes c where c.id = n.subject and c.organization_id = ${organizationId})
    when 'refund' then (select r.amount_cents from refunds r where r.id = n.subject and r.organization_id = ${organizationId})
    when 'dispute' then (select d.amount_cents from disputes d where d.id = n.subject and d.organization_id = ${organizationId})
    when 'staff_action' then (select s.amount_cents from staff_actions s where s.id = n.subject and s.organization_id = ${organizationId})
  end`;

export async function activityOf(db: Database, organizationId: number, { filter, place, limit }: Asking): Promise<ActivityRow[]> {
  const { things, hasNotices, hasInvoices, by } = filter;
  const logged = sql`
    select 'a' as source, id, at, what, subject, before, after, username, key_id is not null as is_staff,
      null::text as notice_kind, null::text as about_invoice
    from audit_entries
    where organization_id = ${organizationId} and what in (${sql.join(
      [...things, ''].map((thing) => sql`${thing}`),
      sql`, `,
    )}) and ${isTold} and ${hasInvoices ? sql`true` : sql`not ${isOfInvoice}`}
      and ${doneBy(filter)} and ${within(sql`at`, filter)} and ${after(sql`at`, 'a', place)}
    order by at desc, id desc limit ${limit}`;
  const noticeEntries = sql`
    select 'n', id, occurred_at, 'notice', id::text as subject, '{}'::jsonb, facts, null, false, kind, invoice_id
    from notices
    where organization_id = ${organizationId} and ${hasNotices && (by === null || by.kind === 'platform')}
      and ${hasInvoices ? sql`true` : sql`not ${isNoticeOfInvoice}`}
      and ${within(sql`occurred_at`, filter)} and ${after(sql`occurred_at`, 'n', place)}
    order by occurred_at desc, id desc limit ${limit}`;
  const rows = await db.execute(sql`
    with page as (
      select * from ((${logged}) union all (${noticeEntries})) e order by at desc, source desc, id desc limit ${limit}
    ), named as (
      select page.*, case what
        when 'invoice' then subject
        when 'credit_note' then (select c.invoice_id from credit_notes c where c.id = subject and c.organization_id = ${organizationId})
        when 'staff_action' then (select s.invoice_id from staff_actions s where s.id = subject and s.organization_id = ${organizationId})
        when 'late_invoice' then (select l.invoice_id from late_invoices l where l.id = subject::bigint and l.organization_id = ${organizationId})
        when 'refund' then (select substring(r.source from '^invoice:(.+)$') from refunds r where r.id = subject and r.organization_id = ${organizationId})
        when 'dispute' then (select substring(d.source from '^invoice:(.+)$') from disputes d where d.id = subject and d.organization_id = ${organizationId})
        else about_invoice
      end as invoice, case what when 'project' then subject when 'addon' then split_part(subject, ':', 1) end as ref
      from page
    )
    select n.source, n.id::text as id, (extract(epoch from n.at) * 1000000)::bigint::text as micros, n.what, n.subject, n.before, n.after,
      n.username, n.is_staff as "isStaff", n.notice_kind as "noticeKind", i.id as "invoiceId", i.number as "invoiceNumber",
      (${amountOf(organizationId)})::float8 as "amountCents",
      n.ref as "projectRef", p.name as "projectName", p.id is not null and p.removed_at is null as "isProjectThere",
      m.brand, m.last4,
      case n.what when 'budget' then (select b.name from budgets b where b.id = n.subject and b.organization_id = ${organizationId}) end as "budgetName",
      case n.what when 'token' then coalesce(
        (select t.name from organization_tokens t where t.id = n.subject and t.organization_id = ${organizationId}),
        (select a.after ->> 'name' from audit_entries a where a.organization_id = ${organizationId} and a.what = 'token' and a.subject = n.subject
          order by a.id limit 1)
      ) end as "tokenName",
      case n.what when 'staff_action' then (select s.words from staff_actions s where s.id = n.subject and s.organization_id = ${organizationId}) end as "staffWords"
    from named n
    left join invoices i on i.id = n.invoice and i.organization_id = ${organizationId}
    left join projects p on p.ref = n.ref and p.organization_id = ${organizationId}
    left join payment_methods m on n.what = 'card' and m.id = n.subject and m.organization_id = ${organizationId}
    order by n.at desc, n.source desc, n.id desc`);
  return rowsOf<ActivityRow>(rows);
}

export interface DeliverySummary {
  readonly noticeId: string;
  readonly state: 'queued' | 'sent' | 'refused' | 'bounced' | 'withdrawn';
  readonly count: number;
  /** The first five addresses in alphabetical order. */
  readonly addresses: readonly string[];
}

const mostAddresses = 5;

/** Groups deliveries by state, because a notice can have hundreds of deliveries. */
export async function deliveriesOf(db: Database, organizationId: number, noticeIds: readonly string[]): Promise<DeliverySummary[]> {
  if (noticeIds.length === 0) return [];
  const ids = sql.join(
    noticeIds.map((id) => sql`${id}::bigint`),
    sql`, `,
  );
  const rows = await db.execute(sql`
    select notice_id::text as "noticeId", state, count(*)::integer as count, (array_agg(address order by lower(address)))[1:${mostAddresses}] as addresses
    from (select distinct on (notice_id, lower(address)) id, notice_id, address, state from notice_deliveries
      where organization_id = ${organizationId} and notice_id in (${ids}) order by notice_id, lower(address), round desc) newest
    group by notice_id, state`);
  return rowsOf<DeliverySummary>(rows);
}
