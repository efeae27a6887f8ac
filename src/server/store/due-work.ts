import { and, asc, eq, gt, isNotNull, lte, min, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Database, instantOf, secondsOf } from '#server/database/database.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { restrictionReviews } from '#server/database/tables/restriction-reviews.ts';
import { subscriptions } from '#server/database/tables/subscriptions.ts';

/** Returns the earliest time in `column` after `afterSeconds`, in seconds since 1970, rounded up to a whole second. */
export async function earliestAfter(
  db: Database,
  table: PgTable,
  column: AnyPgColumn,
  afterSeconds: number,
  also?: SQL,
): Promise<number | null> {
  const [row] = await db
    .select({ at: min(column) })
    .from(table)
    .where(and(Number.isFinite(afterSeconds) ? gt(column, instantOf(afterSeconds)) : isNotNull(column), also));
  return row?.at ? Math.ceil(new Date(row.at as Date | string).getTime() / 1000) : null;
}

const isDraft = eq(invoices.status, 'draft');

export const nextCycleEnd = (db: Database, afterSeconds: number) =>
  earliestAfter(db, subscriptions, subscriptions.currentPeriodEnd, afterSeconds);
export const nextDraft = (db: Database, afterSeconds: number) => earliestAfter(db, invoices, invoices.finalizesAt, afterSeconds, isDraft);
export const nextReview = (db: Database, afterSeconds: number) =>
  earliestAfter(db, restrictionReviews, restrictionReviews.dueAt, afterSeconds);

export async function cyclesOver(db: Database, nowSeconds: number, limit: number) {
  const rows = await db
    .select({ organizationId: subscriptions.organizationId, end: subscriptions.currentPeriodEnd })
    .from(subscriptions)
    .where(lte(subscriptions.currentPeriodEnd, instantOf(nowSeconds)))
    .orderBy(asc(subscriptions.currentPeriodEnd), asc(subscriptions.organizationId))
    .limit(limit);
  return rows.map(({ organizationId, end }) => ({ organizationId, endSeconds: secondsOf(end) }));
}

export async function draftsDue(db: Database, nowSeconds: number, limit: number) {
  const rows = await db
    .select({ organizationId: invoices.organizationId, invoiceId: invoices.id, finalizesAt: invoices.finalizesAt })
    .from(invoices)
    .where(and(isDraft, isNotNull(invoices.finalizesAt), lte(invoices.finalizesAt, instantOf(nowSeconds))))
    .orderBy(asc(invoices.finalizesAt), asc(invoices.id))
    .limit(limit);
  return rows.map(({ finalizesAt, ...row }) => ({ ...row, atSeconds: finalizesAt ? secondsOf(finalizesAt) : nowSeconds }));
}

export async function isReviewDue(db: Database, organizationId: number, now: Date): Promise<boolean> {
  const { organizationId: id, dueAt } = restrictionReviews;
  return (await db.$count(restrictionReviews, and(eq(id, organizationId), lte(dueAt, now)))) > 0;
}

export async function reviewsDue(db: Database, nowSeconds: number, limit: number) {
  const rows = await db
    .select({ organizationId: restrictionReviews.organizationId, dueAt: restrictionReviews.dueAt })
    .from(restrictionReviews)
    .where(and(isNotNull(restrictionReviews.dueAt), lte(restrictionReviews.dueAt, instantOf(nowSeconds))))
    .orderBy(asc(restrictionReviews.dueAt), asc(restrictionReviews.organizationId))
    .limit(limit);
  return rows.map(({ organizationId }) => ({ organizationId }));
}
