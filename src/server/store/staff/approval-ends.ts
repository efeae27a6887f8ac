import { and, inArray, sql, type SQL } from 'drizzle-orm';
import { stepSeconds } from '#lib/dates/calendar.ts';
import { approvalSteps, statesBefore } from '#server/domain/state-steps.ts';
import { instantOf, rowsOf, type Database } from '#server/database/database.ts';
import { platformApprovals } from '#server/database/tables/platform-staff.ts';
import { approvals } from '#server/database/tables/staff-actions.ts';
import { refuseUnapproved } from '#server/store/books/book-checks.ts';

export const approvalSeconds = stepSeconds({ days: 14 });

const platform = 'platform';

/** SQL for pending requests and their expiry: after 14 days, or when the requesting key ends. Held usage does not expire. */
const open: SQL = sql`
  select a.id, least(a.requested_at + ${approvalSeconds}::float8 * interval '1 second', coalesce(k.revoked_at, k.expires_at)) as ends_at
  from (
    select id, requested_by, requested_at from approvals where state = 'pending' and kind not in ('usage', 'usage_correction')
    union all
    select id, requested_by, requested_at from platform_approvals where state = 'pending'
  ) a left join api_keys k on k.id = a.requested_by`;

const instant = (seconds: number): SQL => sql`${instantOf(Math.max(0, seconds)).toISOString()}::timestamptz`;

export async function nextApprovalEnd(db: Database, afterSeconds: number): Promise<number | null> {
  const found = await db.execute(sql`
    select ceil(extract(epoch from min(ends_at)))::float8 as at from (${open}) a where ends_at > ${instant(afterSeconds)}`);
  return rowsOf<{ at: number | null }>(found)[0]?.at ?? null;
}

/** Whether a pending request has expired, even if the expiry job has not run yet. */
export async function hasEnded(db: Database, id: string, nowSeconds: number): Promise<boolean> {
  const found = await db.execute(sql`select from (${open}) a where id = ${id} and ends_at <= ${instant(nowSeconds)}`);
  return rowsOf(found).length > 0;
}

export async function expireApprovals(db: Database, nowSeconds: number): Promise<number> {
  const over = rowsOf<{ id: string }>(await db.execute(sql`select id from (${open}) a where ends_at <= ${instant(nowSeconds)}`));
  if (over.length === 0) return 0;
  const ids = over.map(({ id }) => id);
  const expired = { state: 'expired', decidedBy: platform, decidedAt: instantOf(nowSeconds) } as const;
  const before = statesBefore(approvalSteps, expired.state);
  const ofOrganizations = await db
    .update(approvals)
    .set(expired)
    .where(and(inArray(approvals.id, ids), inArray(approvals.state, before)))
    .returning({ id: approvals.id });
  const others = await db
    .update(platformApprovals)
    .set(expired)
    .where(and(inArray(platformApprovals.id, ids), inArray(platformApprovals.state, before)))
    .returning({ id: platformApprovals.id });
  await refuseUnapproved(db);
  return ofOrganizations.length + others.length;
}
