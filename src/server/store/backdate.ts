import { and, eq, inArray, notInArray } from 'drizzle-orm';
import type { Invoice } from '#contract/types.ts';
import { isCollected } from '#server/domain/state-steps.ts';
import { type Database, instantOf } from '#server/database/database.ts';
import { changes } from '#server/database/tables/changes.ts';
import { collections } from '#server/database/tables/collections.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { noticeDeliveries } from '#server/database/tables/notices.ts';
import { payments } from '#server/database/tables/payments.ts';
import { recordBounce } from './notices/notices.ts';

/** Outcome of a past invoice that was not simply paid. */
export interface PastOutcome {
  readonly id: string;
  readonly status: Invoice['status'];
  readonly paymentAttempted: boolean;
  readonly paymentIsProcessing: boolean;
  /** Due date, if it differs from the calendar. */
  readonly dueAtSeconds?: number | undefined;
  /** When a past draft is finalized; if absent, never, because an operator holds it. */
  readonly finalizesAtSeconds?: number | undefined;
}

/** For seeding only: marks invoices as paid. */
export async function backdatePayments(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db
      .update(invoices)
      .set({ status: 'paid', paymentAttempted: true, dueAt: null })
      .where(inArray(invoices.id, [...ids]));
}

/** For seeding only: puts an invoice into a state that normally only a payment, support or an operator can cause. */
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

/** A past charge of an invoice with the gateway's response. */
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

/** For seeding only: inserts payments in one statement. */
export async function insertPastPayments(db: Database, rows: readonly PastPayment[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insert(payments)
    .values(rows.map((row) => ({ ...row, channel: 'intent' as const, offSession: true, expiresAt: row.createdAt, sentAt: row.createdAt })));
}

/** For seeding only: inserts the progress of charge attempts for unpaid invoices. */
export async function insertPastCollections(db: Database, rows: readonly (typeof collections.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(collections).values([...rows]);
}

/** For seeding only: extends the payment deadline of an open change, as agreed with support. */
export async function agreeLaterExpiry(db: Database, organizationId: number, expiresAt: Date): Promise<void> {
  const open = and(eq(changes.organizationId, organizationId), eq(changes.state, 'open'));
  const [change] = await db.update(changes).set({ expiresAt }).where(open).returning({ id: changes.id });
  if (change) await db.update(payments).set({ expiresAt }).where(eq(payments.changeId, change.id));
}

/** For seeding only: marks queued emails of an organization as sent, except those to bounced addresses. */
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
