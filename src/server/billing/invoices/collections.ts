import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, lte, min, or, sql } from 'drizzle-orm';
import { isOwed } from '#lib/invoice-status.ts';
import { cardsLeft, newCardTry, nextCard, tryAfterFailure } from '#server/domain/retry-calendar.ts';
import { collectedStatuses, invoiceStatusAfter } from '#server/domain/state-steps.ts';
import { type Database, instantOf, secondsOf } from '#server/database/database.ts';
import { collections } from '#server/database/tables/collections.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { isTried } from './collectable.ts';
import type { ChargeInvoice } from './finalized-invoice.ts';
import { inTryOrder, listMethods, type MethodRow } from '#server/store/payment-methods.ts';
import { failedCharges } from '#server/store/payments.ts';

export type CollectionRow = typeof collections.$inferSelect;

export const collectByCard: ChargeInvoice = async (tx, { id, organizationId, finalizedAtSeconds }) => {
  const finalizedAt = instantOf(finalizedAtSeconds);
  await tx.insert(collections).values({ invoiceId: id, organizationId, finalizedAt, nextTryAt: finalizedAt }).onConflictDoNothing();
};

/** Returns the collections that are due by platform time, longest overdue first. */
export async function dueCollections(db: Database, now: Date, after: CollectionRow | null, limit: number): Promise<CollectionRow[]> {
  const { nextTryAt, invoiceId, organizationId } = collections;
  const last = after?.nextTryAt;
  const behind = last ? or(gt(nextTryAt, last), and(eq(nextTryAt, last), gt(invoiceId, after.invoiceId))) : undefined;
  return db
    .select()
    .from(collections)
    .where(and(isNotNull(nextTryAt), lte(nextTryAt, now), isTried(sql`${invoiceId}`, sql`${organizationId}`), behind))
    .orderBy(asc(nextTryAt), asc(invoiceId))
    .limit(limit);
}

export async function nextCollection(db: Database, afterSeconds: number): Promise<number | null> {
  const after = Number.isFinite(afterSeconds) ? gt(collections.nextTryAt, instantOf(afterSeconds)) : isNotNull(collections.nextTryAt);
  const [row] = await db
    .select({ at: min(collections.nextTryAt) })
    .from(collections)
    .where(after);
  return row?.at ? secondsOf(row.at) : null;
}

type CollectionPlace = Pick<CollectionRow, 'organizationId' | 'invoiceId'>;

const at = ({ organizationId, invoiceId }: CollectionPlace) =>
  and(eq(collections.organizationId, organizationId), eq(collections.invoiceId, invoiceId));

export async function lockCollection(tx: Database, organizationId: number, invoiceId: string): Promise<CollectionRow | null> {
  const [row] = await tx.select().from(collections).where(at({ organizationId, invoiceId })).for('update');
  return row ?? null;
}

export async function planNextTry(tx: Database, place: CollectionPlace, failedTries: number, nextTryAt: Date | null): Promise<void> {
  await tx.update(collections).set({ failedTries, nextTryAt }).where(at(place));
}

/** Schedules a charge at `nextTryAt`, also for an invoice that is not charged automatically. */
export async function retryNow(tx: Database, { nextTryAt, ...place }: CollectionPlace & { readonly nextTryAt: Date }): Promise<void> {
  const row = { ...place, finalizedAt: nextTryAt, nextTryAt };
  const inserted = await tx.insert(collections).values(row).onConflictDoNothing().returning({ invoiceId: collections.invoiceId });
  if (inserted.length === 0) await tx.update(collections).set({ nextTryAt }).where(at(place));
}

/**
 * Schedules a charge to the new card for each unpaid invoice that has no scheduled charge. The caller must hold the organization lock.
 * @param isTriedWith selects the invoices to charge; by default, all of them
 */
export async function tryWithNewCard(
  tx: Database,
  organizationId: number,
  now: Date,
  isTriedWith: (invoiceId: string) => Promise<boolean> = () => Promise.resolve(true),
): Promise<void> {
  const unpaid = tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        eq(invoices.organizationId, organizationId),
        eq(invoices.id, collections.invoiceId),
        inArray(invoices.status, collectedStatuses),
        eq(invoices.chargedOnRequest, false),
      ),
    );
  const ended = await tx
    .select()
    .from(collections)
    .where(and(eq(collections.organizationId, organizationId), isNull(collections.nextTryAt), exists(unpaid)))
    .for('update');
  for (const { failedTries, finalizedAt, ...place } of ended) {
    const next = newCardTry(secondsOf(finalizedAt), secondsOf(now), failedTries);
    if (next !== null && (await isTriedWith(place.invoiceId))) await planNextTry(tx, place, failedTries, instantOf(next));
  }
}

export async function stopTries(tx: Database, organizationId: number): Promise<void> {
  await tx.delete(collections).where(and(eq(collections.organizationId, organizationId), isNotNull(collections.nextTryAt)));
}

/** Excludes an invoice from automatic charges; members and staff can still charge it. */
export async function chargeOnRequest(tx: Database, organizationId: number, id: string): Promise<void> {
  await tx
    .update(invoices)
    .set({ chargedOnRequest: true })
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, id)));
}

/** Schedules the next attempt: at once if another card can be charged, otherwise by the retry schedule. Null after the last attempt. */
export async function planAfterFailure(
  tx: Database,
  { failedTries, finalizedAt, ...place }: CollectionRow,
  now: Date,
  isOtherCardNext = false,
): Promise<Date | null> {
  const [invoice] = await tx
    .select({ chargedOnRequest: invoices.chargedOnRequest })
    .from(invoices)
    .where(and(eq(invoices.organizationId, place.organizationId), eq(invoices.id, place.invoiceId)));
  const planned = tryAfterFailure(secondsOf(finalizedAt), secondsOf(now), failedTries + 1, isOtherCardNext);
  const next = invoice?.chargedOnRequest ? null : planned;
  const nextTryAt = next === null ? null : instantOf(next);
  await planNextTry(tx, place, failedTries + 1, nextTryAt);
  return nextTryAt;
}

export interface PayableInvoice {
  readonly organizationId: number;
  readonly id: string;
  readonly number: string;
  readonly status: (typeof invoices.$inferSelect)['status'];
  readonly subtotalCents: number;
  readonly amountDueCents: number;
  readonly carriedCents: number;
  readonly creditedCents: number;
  readonly isProcessing: boolean;
}

export const isPayable = ({ status, amountDueCents }: Pick<PayableInvoice, 'status' | 'amountDueCents'>): boolean =>
  isOwed(status, amountDueCents);

export async function lockInvoice(tx: Database, organizationId: number, id: string): Promise<PayableInvoice | null> {
  const [row] = await tx
    .select({
      organizationId: invoices.organizationId,
      id: invoices.id,
      number: invoices.number,
      status: invoices.status,
      subtotalCents: invoices.subtotalCents,
      amountDueCents: invoices.amountDueCents,
      carriedCents: invoices.carriedCents,
      creditedCents: invoices.creditedCents,
      isProcessing: invoices.paymentIsProcessing,
    })
    .from(invoices)
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, id)))
    .for('update');
  return row ?? null;
}

export interface InvoicePaymentState {
  readonly paid?: true;
  readonly attempted?: true;
  readonly processing: boolean;
}

/** Status of an invoice after a payment. If a credit note has settled the invoice before a late payment arrives, the invoice stays paid. */
const statusWhenPaid = (status: PayableInvoice['status']) => (status === 'paid' ? status : invoiceStatusAfter(status, 'pay', 'paid'));

/** @throws {DomainError} `no_such_step` if the invoice's status does not allow payment */
export async function recordPaymentOfInvoice(
  tx: Database,
  { organizationId, id, status }: PayableInvoice,
  { paid, attempted, processing }: InvoicePaymentState,
): Promise<void> {
  await tx
    .update(invoices)
    .set({
      paymentIsProcessing: processing,
      ...(attempted ? { paymentAttempted: true } : {}),
      ...(paid ? { status: statusWhenPaid(status) } : {}),
    })
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, id)));
}

/** Returns the cards left to try, in the order of attempts. Excludes cards that turned out to be expired, lost or stolen. */
export const cardsLeftFor = async (tx: Database, organizationId: number, invoiceId: string): Promise<MethodRow[]> =>
  cardsLeft(inTryOrder(await listMethods(tx, organizationId)), await failedCharges(tx, organizationId, invoiceId));

/** Returns the next card to charge. If all cards have failed, returns the default card. Returns null if there is no card. */
export async function cardToTry(tx: Database, organizationId: number, invoiceId: string): Promise<MethodRow | null> {
  return nextCard(inTryOrder(await listMethods(tx, organizationId)), await failedCharges(tx, organizationId, invoiceId));
}
