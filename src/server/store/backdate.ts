import { and, desc, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm';
import type { Invoice } from '#contract/types.ts';
import { isCollected } from '#server/domain/state-steps.ts';
import type { Actor } from '#server/database/acting.ts';
import { type Database, instantOf, secondsOf } from '#server/database/database.ts';
import { deleteSetting, writeSetting } from '#server/database/settings.ts';
import { changes } from '#server/database/tables/changes.ts';
import { collections } from '#server/database/tables/collections.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { noticeDeliveries } from '#server/database/tables/notices.ts';
import { payments } from '#server/database/tables/payments.ts';
import { restrictionReviews } from '#server/database/tables/restriction-reviews.ts';
import { recordBounce } from './notices/notices.ts';

export interface PastOutcome {
  readonly id: string;
  readonly status: Invoice['status'];
  readonly paymentAttempted: boolean;
  readonly paymentIsProcessing: boolean;
  /** If absent, the invoice keeps the due date that the platform calculated. */
  readonly dueAtSeconds?: number | undefined;
  /** If absent, the platform never finalizes the draft, as if an operator held it. */
  readonly finalizesAtSeconds?: number | undefined;
}

/** For seeding only. */
export async function backdatePayment(db: Database, id: string): Promise<void> {
  await db.update(invoices).set({ status: 'paid', paymentAttempted: true, dueAt: null }).where(eq(invoices.id, id));
}

/** For seeding only: sets an invoice state that otherwise only a payment, support or an operator can cause. */
export async function setPastOutcome(
  db: Database,
  { id, status, dueAtSeconds, finalizesAtSeconds, ...payment }: PastOutcome,
): Promise<void> {
  const agreed = dueAtSeconds === undefined ? {} : { dueAt: instantOf(dueAtSeconds) };
  const held = status === 'draft' ? { finalizesAt: finalizesAtSeconds === undefined ? null : instantOf(finalizesAtSeconds) } : {};
  await db
    .update(invoices)
    .set({ status, ...payment, ...held, ...(isCollected(status) ? agreed : { dueAt: null }) })
    .where(eq(invoices.id, id));
}

export type PastPayment = Pick<
  typeof payments.$inferInsert,
  | 'id'
  | 'organizationId'
  | 'invoiceId'
  | 'attempt'
  | 'key'
  | 'methodId'
  | 'amountCents'
  | 'intentId'
  | 'failureCode'
  | 'declineCode'
  | 'createdAt'
> & { readonly state: 'succeeded' | 'failed' };

/** For seeding only: inserts a payment that was charged in the past. */
export async function insertPastPayment(db: Database, row: PastPayment): Promise<void> {
  await db.insert(payments).values({ ...row, channel: 'intent', offSession: true, expiresAt: row.createdAt, sentAt: row.createdAt });
}

export async function insertPastCollections(db: Database, rows: readonly (typeof collections.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(collections).values([...rows]);
}

/** For seeding only: extends the payment deadline of an open change, as agreed with support. */
export async function agreeLaterExpiry(db: Database, organizationId: number, expiresAt: Date): Promise<void> {
  const open = and(eq(changes.organizationId, organizationId), eq(changes.state, 'open'));
  const [change] = await db.update(changes).set({ expiresAt }).where(open).returning({ id: changes.id });
  if (change) await db.update(payments).set({ expiresAt }).where(eq(payments.changeId, change.id));
}

/** For seeding only: marks queued emails of an organization as sent, except emails to bounced addresses. */
export async function backdateDeliveries(tx: Database, organizationId: number, bounced: readonly string[], sentAt: Date): Promise<void> {
  const { address } = noticeDeliveries;
  const isNew = and(eq(noticeDeliveries.organizationId, organizationId), eq(noticeDeliveries.state, 'queued'));
  await tx
    .update(noticeDeliveries)
    .set({ state: 'sent', sentAt, attempts: 1 })
    .where(and(isNew, notInArray(address, [...bounced])));
  await tx
    .update(noticeDeliveries)
    .set({ state: 'bounced', lastError: '5.1.1', attempts: 1 })
    .where(and(isNew, inArray(address, [...bounced])));
  for (const each of bounced) await recordBounce(tx, organizationId, each, sentAt);
}

/** For seeding only: marks queued emails as sent at the time of their notice, or as bounced if the address bounced by that time. */
export async function backdateEmails(
  tx: Database,
  organizationId: number,
  bounce: { readonly addresses: readonly string[]; readonly sinceSeconds: number },
): Promise<void> {
  const since = instantOf(bounce.sinceSeconds);
  const isOfNotice = sql`n.organization_id = d.organization_id and n.id = d.notice_id and d.organization_id = ${organizationId} and d.state = 'queued'`;
  await tx.execute(sql`update notice_deliveries d set state = 'bounced', last_error = '5.1.1', attempts = 1 from notices n
    where ${isOfNotice} and n.occurred_at >= ${since.toISOString()}::timestamptz and d.address = any(${sql.param([...bounce.addresses])}::text[])`);
  await tx.execute(
    sql`update notice_deliveries d set state = 'sent', sent_at = n.occurred_at, attempts = 1 from notices n where ${isOfNotice}`,
  );
  for (const address of bounce.addresses) await recordBounce(tx, organizationId, address, since);
}

/** Author of a seeded change; null for the platform itself. */
export type PastActor = Pick<Actor, 'memberId' | 'username' | 'keyId' | 'call'> | null;

/** For seeding only: date and author of the audit entries that this transaction writes from now on. */
export async function setPastScene(tx: Database, atSeconds: number, actor: PastActor): Promise<void> {
  const author = actor && { member: actor.memberId, username: actor.username, key: actor.keyId, call: actor.call };
  await tx.execute(sql`
    with moved as (
      insert into settings (key, value)
      values ('clock_offset_ms', to_jsonb((${atSeconds}::numeric - extract(epoch from now())::numeric) * 1000))
      on conflict (key) do update set value = excluded.value
    )
    select set_config('platform.actor', ${author === null ? '' : JSON.stringify(author)}, true)`);
}

/** For seeding only: restores the current time and removes the author. @param offsetMs clock offset before the seeding; null if none */
export async function endPastScenes(tx: Database, offsetMs: number | null): Promise<void> {
  await tx.execute(sql`select set_config('platform.actor', '', true)`);
  if (offsetMs === null) await deleteSetting(tx, 'clock_offset_ms');
  else await writeSetting(tx, 'clock_offset_ms', offsetMs);
  // Resets the rate limits, because the seeded requests must not count today.
  await tx.execute(sql`delete from rate_limits`);
}

export async function latestTopUpPayment(tx: Database, organizationId: number): Promise<string> {
  const [row] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.organizationId, organizationId), isNotNull(payments.topUpId), eq(payments.state, 'succeeded')))
    .orderBy(desc(payments.createdAt))
    .limit(1);
  if (!row) throw new Error('No top-up was paid');
  return row.id;
}

export async function latestPaidInvoice(tx: Database, organizationId: number): Promise<string> {
  const [row] = await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.status, 'paid')))
    .orderBy(desc(invoices.periodEnd))
    .limit(1);
  if (!row) throw new Error('No invoice was paid');
  return row.id;
}

/** For seeding only: time of an organization's next restriction review, in seconds since 1970; null if no review is planned. */
export async function nextReviewOf(tx: Database, organizationId: number): Promise<number | null> {
  const [row] = await tx
    .select({ dueAt: restrictionReviews.dueAt })
    .from(restrictionReviews)
    .where(eq(restrictionReviews.organizationId, organizationId));
  return row?.dueAt ? secondsOf(row.dueAt) : null;
}
