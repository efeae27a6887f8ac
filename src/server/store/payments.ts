import { and, asc, desc, eq, gt, inArray, isNull, lte, min, ne, or, sql } from 'drizzle-orm';
import { isLive, liveStates, paymentSteps, requireMove, statesBefore, topUpSteps, type PaymentState } from '#server/domain/state-steps.ts';
import { type Database, instantOf, secondsOf } from '#server/database/database.ts';
import { changes } from '#server/database/tables/changes.ts';
import { payments, topUps } from '#server/database/tables/payments.ts';

export type PaymentRow = typeof payments.$inferSelect;
export type NewPayment = Omit<typeof payments.$inferInsert, 'attempt' | 'key' | 'state'>;
export type TopUpRow = typeof topUps.$inferSelect;

const live = inArray(payments.state, [...liveStates]);

/** What a payment is for, as the gateway's idempotency keys name it: `change:chg_1`. */
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

/** Writes the next attempt to pay for something, before the gateway hears of it. The database refuses a second live one. */
export async function insertPayment(tx: Database, payment: NewPayment): Promise<PaymentRow> {
  const [before] = await tx
    .select({ attempt: sql<number>`coalesce(max(${payments.attempt}), 0)`.mapWith(Number) })
    .from(payments)
    .where(ofSubject(payment));
  const attempt = (before?.attempt ?? 0) + 1;
  const [row] = await tx
    .insert(payments)
    // The time of this process, which the age of a request is judged by.
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

/** By the id that objects of the gateway carry, which say no organization. */
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

/** The latest attempt to pay for something. */
export async function latestPayment(db: Database, subject: PaymentSubject): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(ofSubject(subject)).orderBy(desc(payments.attempt)).limit(1);
  return row ?? null;
}

/** The attempt to pay for something that is not over. */
export async function livePayment(db: Database, subject: PaymentSubject): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(ofSubject(subject), live));
  return row ?? null;
}

/** Payments of a member's top-ups that wait for the member, the oldest first. */
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

/** The member who pays; null for a charge without a member, and where the member is no longer known. */
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

/** Whether a card is to be charged by a payment that is not over. */
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
 * Stores what is known of a payment now; deletes its secret if the payer can no longer use it.
 * @throws {DomainError} if the table of states does not have the step
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

/** Those that follow a payment in the order of an instant. */
const behind = (after: PaymentRow | null, by: 'createdAt' | 'expiresAt') =>
  after ? or(gt(payments[by], after[by]), and(eq(payments[by], after[by]), gt(payments.id, after.id))) : undefined;

/** Payments whose request has no stored answer since a while, the oldest first. @param sentBefore real time */
export async function unansweredPayments(db: Database, sentBefore: Date, after: PaymentRow | null, limit: number): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.state, 'sending'), lte(payments.sentAt, sentBefore), behind(after, 'createdAt')))
    .orderBy(asc(payments.createdAt), asc(payments.id))
    .limit(limit);
}

/** Payments that the bank takes its time for, the oldest first. */
export async function processingPayments(db: Database, after: PaymentRow | null, limit: number): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.state, 'processing'), behind(after, 'createdAt')))
    .orderBy(asc(payments.createdAt), asc(payments.id))
    .limit(limit);
}

/** Payments whose payer had their time, by the platform's clock, the longest over first. */
export async function expiredPayments(db: Database, now: Date, after: PaymentRow | null, limit: number): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(and(live, ne(payments.state, 'processing'), lte(payments.expiresAt, now), behind(after, 'expiresAt')))
    .orderBy(asc(payments.expiresAt), asc(payments.id))
    .limit(limit);
}

/** When the earliest payment after an instant runs out of time. */
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
