import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import { reviewOrganization } from '#server/billing/invoices/restriction-reviews.ts';
import type { BillingInputs } from '#server/billing/periods/loaded-periods.ts';
import { type Database, instantOf } from '#server/database/database.ts';
import { restrictionReviews } from '#server/database/tables/restriction-reviews.ts';

const { organizationId: ofOrganization, limitCaseAt, limitExceededSince } = restrictionReviews;

type Limited = Pick<BillingInputs, 'subscription' | 'running'>;

/** Whether the organization's limit is reached and has left usage uncharged. A limit that is reached exactly restricts nothing. */
const isExceededIn = ({ subscription, running: { limit } }: Limited): boolean =>
  subscription.usageBillingEnabled && limit !== undefined && limit.isReached && limit.unlimitedCents > limit.chargedCents;

/**
 * Records whether the running cycle exceeds the spending limit, and reviews the organization if that has changed.
 * @param inputs null if the organization has no budgets
 */
export async function recordLimitExcess(tx: Database, organizationId: number, inputs: Limited | null, nowSeconds: number): Promise<void> {
  const isExceeded = inputs !== null && isExceededIn(inputs);
  const [known] = await tx.select({ since: limitExceededSince }).from(restrictionReviews).where(eq(ofOrganization, organizationId));
  if (((known?.since ?? null) !== null) === isExceeded) return;
  const since = isExceeded ? instantOf(nowSeconds) : null;
  await tx
    .insert(restrictionReviews)
    .values({ organizationId, limitExceededSince: since })
    .onConflictDoUpdate({ target: ofOrganization, set: { limitExceededSince: since } });
  await reviewOrganization(tx, organizationId, nowSeconds);
}

/** Ends the case of a spending limit that was raised or removed, with its restriction. */
export async function endLimitCase(tx: Database, organizationId: number, nowSeconds: number): Promise<void> {
  const ended = await tx
    .update(restrictionReviews)
    .set({ limitCaseAt: null, limitExceededSince: null })
    .where(and(eq(ofOrganization, organizationId), or(isNotNull(limitCaseAt), isNotNull(limitExceededSince))))
    .returning({ id: ofOrganization });
  if (ended.length > 0) await reviewOrganization(tx, organizationId, nowSeconds);
}

/** Records the end of a cycle: an exceeded spending limit opens or continues a case, a cycle within it closes the case. */
export async function recordLimitAtCycleEnd(tx: Database, organizationId: number, endSeconds: number, inputs: Limited): Promise<void> {
  const end = instantOf(endSeconds);
  if (!isExceededIn(inputs)) {
    await tx
      .update(restrictionReviews)
      .set({ limitCaseAt: null, limitExceededSince: null, dueAt: end })
      .where(and(eq(ofOrganization, organizationId), or(isNotNull(limitCaseAt), isNotNull(limitExceededSince))));
    return;
  }
  await tx
    .insert(restrictionReviews)
    .values({ organizationId, dueAt: end, limitCaseAt: end })
    .onConflictDoUpdate({
      target: ofOrganization,
      set: { dueAt: end, limitCaseAt: sql`coalesce(${limitCaseAt}, ${end.toISOString()}::timestamptz)`, limitExceededSince: null },
    });
}
