import { and, asc, desc, eq, gt, inArray, isNull, lte, min, ne, or, sql } from 'drizzle-orm';
import { isLive, liveStates, paymentSteps, requireMove, statesBefore, topUpSteps, type PaymentState } from '#server/domain/state-steps.ts';
import { type Database, instantOf, secondsOf } from '#server/database/database.ts';
import { changes } from '#server/database/tables/changes.ts';
import { payments, topUps } from '#server/database/tables/payments.ts';

export type PaymentRow = typeof payments.$inferSelect;
export type NewPayment = Omit<typeof payments.$inferInsert, 'attempt' | 'key' | 'state'>;
export type TopUpRow = typeof topUps.$inferSelect;

const live = inArray(payments.state, [...liveStates]);

/** Used in the gateway's idempotency keys, for example `change:chg_1`. */
export function subjectOf({ changeId, topUpId, invoiceId }: Pick<NewPayment, 'changeId' | 'topUpId' | 'invoiceId'>): string {
  if (changeId) return `change:${changeId}`;
  return topUpId ? `top-up:${topUpId}` : `invoice:${invoiceId}`;
}

type PaymentSubject = Pick<NewPayment, 'organizationId' | 'changeId' | 'topUpId' | 'invoiceId'>;

const ofSubject = ({ organizationId, changeId, topUpId, invoiceId }: PaymentSubject) => {
  const ofOrganization = eq(payments.organizationId, organizationId);
  if (changeId) return and(ofOrganization, eq(payments.changeId, changeId));
  return and(ofOrganization, topUpId ? eq(payments.topUpId, topUpId) : eq(payments.invoiceId, invoiceId ?? ''));
};

type RowPlace = Pick<PaymentRow, 'organizationId' | 'id'>;

const at = ({ organizationId, id }: RowPlace) => and(eq(payments.organizationId, organizationId), eq(payments.id, id));

/**
 * Inserts the next payment attempt of a subject. Call this before the gateway request. The database rejects a second unfinished attempt.
 */
export async function insertPayment(tx: Database, payment: NewPayment): Promise<PaymentRow> {
  const [before] = await tx
    .select({ attempt: sql<number>`coalesce(max(${payments.attempt}), 0)`.mapWith(Number) })
    .from(payments)
    .where(ofSubject(payment));
  const attempt = (before?.attempt ?? 0) + 1;
  const [row] = await tx
    .insert(payments)
    // Uses the process's clock, because the process later calculates the age of the request.
    .values({ sentAt: new Date(), ...payment, attempt, key: `${subjectOf(payment)}:${attempt}` })
    .returning();
  if (!row) throw new Error('The payment was not written');
  return row;
}

export async function findPayment(db: Database, place: RowPlace): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(at(place));
  return row ?? null;
}

export async function lockPayment(tx: Database, place: RowPlace): Promise<PaymentRow | null> {
  const [row] = await tx.select().from(payments).where(at(place)).for('update');
  return row ?? null;
}

/** Gateway objects do not contain the organization, so the search uses only the payment ID. */
export async function findPaymentByName(db: Database, id: string): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id));
  return row ?? null;
}

export async function findPaymentByIntent(db: Database, intentId: string): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(eq(payments.intentId, intentId));
  return row ?? null;
}

export async function findPaymentBySession(db: Database, sessionId: string): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(eq(payments.sessionId, sessionId));
  return row ?? null;
}

export async function latestPayment(db: Database, subject: PaymentSubject): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(ofSubject(subject)).orderBy(desc(payments.attempt)).limit(1);
  return row ?? null;
}

export const failedCharges = (db: Database, organizationId: number, invoiceId: string) =>
  db
    .select({ methodId: payments.methodId, failureCode: payments.failureCode, declineCode: payments.declineCode })
    .from(payments)
    .where(and(ofSubject({ organizationId, invoiceId }), payments.offSession, eq(payments.state, 'failed')));

export async function livePayment(db: Database, subject: PaymentSubject): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(ofSubject(subject), live));
  return row ?? null;
}

export async function paymentOfTopUp(db: Database, organizationId: number, topUpId: string): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.organizationId, organizationId), eq(payments.topUpId, topUpId), eq(payments.state, 'succeeded')));
  return row ?? null;
}

/** Unfinished top-up payments of a member that need the member's action, oldest first. */
export async function unfinishedTopUps(db: Database, organizationId: number, memberId: number): Promise<PaymentRow[]> {
  const rows = await db
    .select({ payment: payments })
    .from(payments)
    .innerJoin(topUps, and(eq(topUps.organizationId, payments.organizationId), eq(topUps.id, payments.topUpId)))
    .where(
      and(
        eq(payments.organizationId, organizationId),
        eq(topUps.memberId, memberId),
        inArray(payments.state, ['requires_action', 'requires_method']),
      ),
    )
    .orderBy(asc(payments.createdAt), asc(payments.id));
  return rows.map(({ payment }) => payment);
}

export async function payerOf(tx: Database, { organizationId, changeId, topUpId }: PaymentRow): Promise<number | null> {
  const [row] =
    changeId === null
      ? await tx
          .select({ memberId: topUps.memberId })
          .from(topUps)
          .where(and(eq(topUps.organizationId, organizationId), eq(topUps.id, topUpId ?? '')))
      : await tx
          .select({ memberId: changes.memberId })
          .from(changes)
          .where(and(eq(changes.organizationId, organizationId), eq(changes.id, changeId)));
  return row?.memberId ?? null;
}

export async function latestOfMethod(db: Database, organizationId: number, methodId: string, exceptId: string): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.organizationId, organizationId), eq(payments.methodId, methodId), ne(payments.id, exceptId)))
    .orderBy(desc(payments.createdAt), desc(payments.attempt))
    .limit(1);
  return row ?? null;
}

export async function isMethodInUse(db: Database, organizationId: number, methodId: string): Promise<boolean> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.organizationId, organizationId), eq(payments.methodId, methodId), live))
    .limit(1);
  return rows.length > 0;
}

export async function recordCheckoutSession(db: Database, place: RowPlace, sessionId: string): Promise<void> {
  await db
    .update(payments)
    .set({ sessionId })
    .where(and(at(place), isNull(payments.sessionId)));
}

export interface PaymentChange {
  readonly state: PaymentState;
  readonly intentId?: string | null;
  readonly sessionId?: string | null;
  readonly secret?: string | null;
  readonly failureCode?: string | null;
  readonly declineCode?: string | null;
  readonly countedDecline?: string | null;
}

/**
 * Changes a payment, and deletes its secret if the payer can no longer use it.
 * @throws {DomainError} if the state table has no such transition
 */
export async function movePayment(tx: Database, row: PaymentRow, change: PaymentChange): Promise<PaymentRow> {
  if (change.state !== row.state) requireMove(paymentSteps, row.state, change.state);
  const usable = isLive(change.state) && change.state !== 'sending';
  const [moved] = await tx
    .update(payments)
    .set({ ...change, secret: usable ? (change.secret ?? row.secret) : null })
    .where(at(row))
    .returning();
  if (!moved) throw new Error(`Payment ${row.id} is gone`);
  return moved;
}

const behind = (after: PaymentRow | null, by: 'createdAt' | 'expiresAt') =>
  after ? or(gt(payments[by], after[by]), and(eq(payments[by], after[by]), gt(payments.id, after.id))) : undefined;

/**
 * Payments without a recorded response of the gateway, oldest first.
 * @param sentBefore an instant in real time; payments that were sent later are excluded
 */
export async function unansweredPayments(db: Database, sentBefore: Date, after: PaymentRow | null, limit: number): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.state, 'sending'), lte(payments.sentAt, sentBefore), behind(after, 'createdAt')))
    .orderBy(asc(payments.createdAt), asc(payments.id))
    .limit(limit);
}

export async function processingPayments(db: Database, after: PaymentRow | null, limit: number): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.state, 'processing'), behind(after, 'createdAt')))
    .orderBy(asc(payments.createdAt), asc(payments.id))
    .limit(limit);
}

/** Payments past their deadline in platform time, longest overdue first. */
export async function expiredPayments(db: Database, now: Date, after: PaymentRow | null, limit: number): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(and(live, ne(payments.state, 'processing'), lte(payments.expiresAt, now), behind(after, 'expiresAt')))
    .orderBy(asc(payments.expiresAt), asc(payments.id))
    .limit(limit);
}

export async function nextPaymentExpiry(db: Database, afterSeconds: number): Promise<number | null> {
  const after = Number.isFinite(afterSeconds) ? gt(payments.expiresAt, instantOf(afterSeconds)) : undefined;
  const [row] = await db
    .select({ at: min(payments.expiresAt) })
    .from(payments)
    .where(and(live, ne(payments.state, 'processing'), after));
  return row?.at ? secondsOf(row.at) : null;
}

export async function insertTopUp(tx: Database, topUp: typeof topUps.$inferInsert): Promise<void> {
  await tx.insert(topUps).values(topUp);
}

export async function moveTopUp(tx: Database, { organizationId, id }: RowPlace, state: TopUpRow['state']): Promise<void> {
  await tx
    .update(topUps)
    .set({ state })
    .where(and(eq(topUps.organizationId, organizationId), eq(topUps.id, id), inArray(topUps.state, statesBefore(topUpSteps, state))));
}
