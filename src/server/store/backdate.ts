import { and, eq, inArray, notInArray } from 'drizzle-orm';
import type { Invoice } from '#contract/types.ts';
import { type Database, instantOf } from '#server/database/database.ts';
import { changes } from '#server/database/tables/changes.ts';
import { collections } from '#server/database/tables/collections.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { noticeDeliveries } from '#server/database/tables/notices.ts';
import { payments } from '#server/database/tables/payments.ts';
import { recordBounce } from './notices/notices.ts';

/** How an invoice of the past stands, where it has not simply been paid. */
export interface PastOutcome {
  readonly id: string;
  readonly status: Invoice['status'];
  readonly paymentAttempted: boolean;
  readonly paymentIsProcessing: boolean;
  /** A day to pay by that differs from the calendar's. */
  readonly dueAtSeconds?: number | undefined;
  /** When a draft of the past goes on; never where absent: an operator holds it back. */
  readonly finalizesAtSeconds?: number | undefined;
}

/** For seeding only: says of invoices that they were paid. */
export async function backdatePayments(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db
      .update(invoices)
      .set({ status: 'paid', paymentAttempted: true, dueAt: null })
      .where(inArray(invoices.id, [...ids]));
}

/** For seeding only: puts an invoice into a state that otherwise only a payment, support or an operator can bring about. */
export async function setPastOutcome(
  db: Database,
  { id, status, dueAtSeconds, finalizesAtSeconds, ...payment }: PastOutcome,
): Promise<void> {
  const isOpen = status === 'open' || status === 'issued';
  const agreed = dueAtSeconds === undefined ? {} : { dueAt: instantOf(dueAtSeconds) };
  const held = status === 'draft' ? { finalizesAt: finalizesAtSeconds === undefined ? null : instantOf(finalizesAtSeconds) } : {};
  await db
    .update(invoices)
    .set({ status, ...payment, ...held, ...(isOpen ? agreed : { dueAt: null }) })
    .where(eq(invoices.id, id));
}

/** A charge of an invoice that the gateway was asked for in the past, and what it answered. */
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

/** For seeding only: many payments in one statement. */
export async function insertPastPayments(db: Database, rows: readonly PastPayment[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insert(payments)
    .values(rows.map((row) => ({ ...row, channel: 'intent' as const, offSession: true, expiresAt: row.createdAt, sentAt: row.createdAt })));
}

/** For seeding only: how far the tries to charge unpaid invoices have come. */
export async function insertPastCollections(db: Database, rows: readonly (typeof collections.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(collections).values([...rows]);
}

/** For seeding only: the payer of an open change has time until a day that support has agreed to. */
export async function agreeLaterExpiry(db: Database, organizationId: number, expiresAt: Date): Promise<void> {
  const open = and(eq(changes.organizationId, organizationId), eq(changes.state, 'open'));
  const [change] = await db.update(changes).set({ expiresAt }).where(open).returning({ id: changes.id });
  if (change) await db.update(payments).set({ expiresAt }).where(eq(payments.changeId, change.id));
}

/** For seeding only: says of an organization's new mails that they arrived, but for those to some addresses. */
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
