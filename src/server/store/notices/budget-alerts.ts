import { sql, type SQL } from 'drizzle-orm';
import { emailKey } from '#contract/email-address.ts';
import type { NoticeFacts } from '#server/domain/notices.ts';
import { instantOf, rowsOf, type Database } from '#server/database/database.ts';
import type { TakenDelivery } from './notices.ts';

type Alert = Pick<NoticeFacts['budget_crossed'], 'alert' | 'budgetId' | 'budgetCents'>;

/**
 * Returns the mailboxes that already got the alert for this budget, for a budget with the same amount, or for a deleted budget. A member
 * who deletes and recreates a budget thus causes no second alert.
 */
async function alertedBy(
  db: Database,
  organizationId: number,
  { alert, budgetId, budgetCents }: Alert,
  notices: SQL = sql`true`,
): Promise<ReadonlySet<string>> {
  const budget = sql`select from budgets b where b.organization_id = n.organization_id and b.id`;
  const found = await db.execute(sql`
    select distinct d.address from notices n join notice_deliveries d on d.organization_id = n.organization_id and d.notice_id = n.id
    where n.organization_id = ${organizationId} and n.kind = 'budget_crossed' and n.facts ->> 'alert' = ${alert} and d.state = 'sent'
      and (n.facts ->> 'budgetId' = ${budgetId ?? null} or n.facts -> 'budgetCents' = to_jsonb(${budgetCents}::bigint)
        or not exists (${budget} = n.facts ->> 'budgetId')
          and not exists (${budget} = ${budgetId ?? null} and b.created_at < n.occurred_at))
      and ${notices}`);
  return new Set(rowsOf<{ address: string }>(found).map(({ address }) => emailKey(address)));
}

export async function areAllAlerted(db: Database, organizationId: number, alert: Alert, addresses: readonly string[]): Promise<boolean> {
  const alerted = await alertedBy(db, organizationId, alert);
  return addresses.every((address) => alerted.has(emailKey(address)));
}

/** Maximum budget alerts per organization and day. Each change of a budget's percentages can cause another alert. */
const mostAlertsPerDay = 100;
const secondsOfDay = 86_400;

/** Ignores queued alerts, because a change of the budget withdraws them. */
export async function isAlertLimitReached(db: Database, organizationId: number, nowSeconds: number): Promise<boolean> {
  const found = await db.execute(sql`
    select count(*)::int as alerts from notices n
    where n.organization_id = ${organizationId} and n.kind = 'budget_crossed'
      and n.occurred_at > ${instantOf(nowSeconds - secondsOfDay).toISOString()}::timestamptz
      and exists (select from notice_deliveries d
        where d.organization_id = n.organization_id and d.notice_id = n.id and d.state not in ('queued', 'withdrawn'))`);
  return (rowsOf<{ alerts: number }>(found)[0]?.alerts ?? 0) >= mostAlertsPerDay;
}

/** Whether another notice has already sent this alert to the address. Deliberate resends do not count. */
export async function isAlertedBefore(
  db: Database,
  { organizationId, noticeId, kind, facts, address, round }: TakenDelivery,
): Promise<boolean> {
  const alert = facts as Alert;
  if (kind !== 'budget_crossed' || alert.alert === undefined || round > 0) return false;
  return (await alertedBy(db, organizationId, alert, sql`n.id <> ${noticeId}::bigint`)).has(emailKey(address));
}
