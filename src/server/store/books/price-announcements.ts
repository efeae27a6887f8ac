import { and, asc, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import { type Database, instantOf } from '#server/database/database.ts';
import { notices } from '#server/database/tables/notices.ts';
import { priceAnnouncements, priceBooks } from '#server/database/tables/price-books.ts';
import { mayComeIntoForce } from '#server/store/price-books.ts';
import type { PlanId } from '#server/domain/plans.ts';

export interface DueAnnouncement {
  readonly organizationId: number;
  readonly priceBookId: string;
}

export const announcementsDue = (db: Database, limit: number): Promise<DueAnnouncement[]> =>
  db
    .select({ organizationId: priceAnnouncements.organizationId, priceBookId: priceAnnouncements.priceBookId })
    .from(priceAnnouncements)
    .innerJoin(priceBooks, eq(priceBooks.id, priceAnnouncements.priceBookId))
    .where(and(eq(priceAnnouncements.state, 'due'), eq(priceBooks.state, 'scheduled')))
    .orderBy(asc(priceBooks.effectiveAt), asc(priceAnnouncements.organizationId))
    .limit(limit);

/** Locks a due announcement. Returns null if it is settled or the version was withdrawn. */
export async function dueAnnouncement(tx: Database, { organizationId, priceBookId }: DueAnnouncement) {
  const [row] = await tx
    .select({ plan: priceAnnouncements.plan, effectiveAt: priceBooks.effectiveAt })
    .from(priceAnnouncements)
    .innerJoin(priceBooks, eq(priceBooks.id, priceAnnouncements.priceBookId))
    .where(
      and(
        eq(priceAnnouncements.organizationId, organizationId),
        eq(priceAnnouncements.priceBookId, priceBookId),
        eq(priceAnnouncements.state, 'due'),
        eq(priceBooks.state, 'scheduled'),
      ),
    )
    .for('update', { of: priceAnnouncements });
  return row ?? null;
}

/** Marks a due announcement as announced or unaffected. The caller must hold the organization lock. */
export async function settleAnnouncement(
  tx: Database,
  { organizationId, priceBookId }: DueAnnouncement,
  state: 'announced' | 'unaffected',
): Promise<void> {
  await tx
    .update(priceAnnouncements)
    .set({ state })
    .where(and(eq(priceAnnouncements.organizationId, organizationId), eq(priceAnnouncements.priceBookId, priceBookId)));
}

/**
 * Makes all announcements of the next scheduled version due again. Also updates due rows, to wait for transactions that are changing them.
 */
export async function announceNextAgain(tx: Database, afterSeconds: number): Promise<void> {
  const next = tx
    .select({ id: priceBooks.id })
    .from(priceBooks)
    .where(and(eq(priceBooks.state, 'scheduled'), gt(priceBooks.effectiveAt, instantOf(afterSeconds))))
    .orderBy(asc(priceBooks.effectiveAt), desc(priceBooks.publishedOrder))
    .limit(1);
  await tx.update(priceAnnouncements).set({ state: 'due' }).where(eq(priceAnnouncements.priceBookId, next));
}

export const noticesOfVersion = (tx: Database, organizationId: number, version: string) =>
  tx
    .select({ facts: notices.facts })
    .from(notices)
    .where(
      and(eq(notices.organizationId, organizationId), eq(notices.kind, 'price_change'), sql`${notices.facts} ->> 'version' = ${version}`),
    )
    .orderBy(desc(notices.id));

/**
 * Adds due announcements of all future versions when an organization begins a period. Skips versions already announced for the same plan.
 */
export async function requestAnnouncements(tx: Database, organizationId: number, plan: PlanId, atSeconds: number): Promise<void> {
  if (plan === 'free') return;
  await tx
    .insert(priceAnnouncements)
    .select(
      tx
        .select({
          organizationId: sql<number>`${organizationId}::integer`.as('organization_id'),
          priceBookId: priceBooks.id,
          plan: sql<PlanId>`${plan}::text`.as('plan'),
          state: sql<'due'>`'due'`.as('state'),
        })
        .from(priceBooks)
        .where(and(gt(priceBooks.effectiveAt, instantOf(atSeconds)), inArray(priceBooks.state, [...mayComeIntoForce]))),
    )
    .onConflictDoUpdate({
      target: [priceAnnouncements.organizationId, priceAnnouncements.priceBookId],
      set: { state: 'due', plan },
      setWhere: ne(priceAnnouncements.plan, plan),
    });
}
