import { and, asc, eq, inArray, isNull, min, ne, or, sql } from 'drizzle-orm';
import { type Database, instantOf, secondsOf } from '#server/database/database.ts';
import { changes } from '#server/database/tables/changes.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { priceAnnouncements, priceBooks, type UnpricedOrganization } from '#server/database/tables/price-books.ts';
import { subscriptions } from '#server/database/tables/subscriptions.ts';
import { resourceSpans } from '#server/database/tables/usage.ts';
import { missingPrices, type TermsToPrice } from '#server/domain/book/missing-prices.ts';
import type { PriceBook } from '#server/domain/book/price-book.ts';
import type { UsageMetric } from '#server/domain/metrics.ts';
import { PLAN_IDS, type PlanId, planOfTier, type Tier, TIERS } from '#server/domain/plans.ts';
import { announceNextAgain } from './price-announcements.ts';

/** Maximum number of organizations listed as unpriced. Further organizations would repeat the same reason. */
export const MOST_UNPRICED = 100;

const isOpenChange = and(eq(changes.organizationId, subscriptions.organizationId), eq(changes.state, 'open'));

const termsFields = {
  plan: subscriptions.plan,
  scheduledPlan: subscriptions.scheduledPlan,
  changeTier: changes.tier,
  contract: subscriptions.contract,
  metrics: sql<UsageMetric[]>`array(
    select distinct ${resourceSpans.metric} from ${resourceSpans}
    where ${resourceSpans.organizationId} = ${subscriptions.organizationId} and ${resourceSpans.untilSeconds} is null
  )`,
};

interface TermsRow extends Omit<TermsToPrice, 'plans'> {
  readonly plan: PlanId;
  readonly scheduledPlan: PlanId | null;
  readonly changeTier: Tier | null;
}

function termsIn({ plan, scheduledPlan, changeTier, contract, metrics }: TermsRow): TermsToPrice {
  const later = [...(scheduledPlan === null ? [] : [scheduledPlan]), ...(changeTier === null ? [] : [planOfTier(changeTier).planId])];
  return { plans: [...new Set([plan, ...later])], contract, metrics };
}

/** Current terms of an organization: plan, scheduled plan, plan of a change with a pending payment, contract, and running resources. */
export async function termsToPrice(db: Database, organizationId: number): Promise<TermsToPrice> {
  const [row] = await db
    .select(termsFields)
    .from(subscriptions)
    .leftJoin(changes, isOpenChange)
    .where(eq(subscriptions.organizationId, organizationId));
  if (!row) throw new Error(`Organization ${organizationId} has no subscription`);
  return termsIn(row);
}

/** Returns the organizations that are not closed and whose current terms need a price that the version does not have. */
export async function unpricedByTerms(db: Database, book: PriceBook): Promise<UnpricedOrganization[]> {
  const plans = PLAN_IDS.filter((planId) => missingPrices(book, { plans: [planId], contract: null, metrics: [] }).length > 0);
  const tiers = TIERS.filter((tier) => plans.includes(planOfTier(tier).planId));
  const lacksFee = sql`${subscriptions.contract} -> 'planPriceCents' is null and (
    ${subscriptions.plan} = any(${sql.param(plans)}::text[]) or ${subscriptions.scheduledPlan} = any(${sql.param(plans)}::text[])
    or ${changes.tier} = any(${sql.param(tiers)}::text[]))`;
  const lacksSize = sql`(${subscriptions.plan} <> 'free' or ${changes.id} is not null) and exists (
    select from ${resourceSpans}
    where ${resourceSpans.organizationId} = ${subscriptions.organizationId} and ${resourceSpans.untilSeconds} is null
      and ${resourceSpans.metric} = any(${sql.param([...book.byContract])}::text[])
      and ${subscriptions.contract} -> 'unitPrices' -> ${resourceSpans.metric} is null)`;
  const rows = await db
    .select({ organization: organizations.slug, ...termsFields })
    .from(subscriptions)
    .innerJoin(organizations, eq(organizations.id, subscriptions.organizationId))
    .leftJoin(changes, isOpenChange)
    .where(and(isNull(organizations.closedAt), or(lacksFee, lacksSize)))
    .orderBy(asc(organizations.slug))
    .limit(MOST_UNPRICED);
  const unpriced = rows.flatMap(({ organization, ...row }) =>
    missingPrices(book, termsIn(row)).map((message) => ({ organization, message })),
  );
  return unpriced.slice(0, MOST_UNPRICED);
}

export async function booksToCheck(db: Database) {
  const rows = await db
    .select({
      id: priceBooks.id,
      version: priceBooks.version,
      effectiveAt: priceBooks.effectiveAt,
      publishedAt: priceBooks.publishedAt,
      publishedOrder: priceBooks.publishedOrder,
      checkedTo: priceBooks.checkedTo,
      lowersCents: priceBooks.lowersCents,
      publishedBy: priceBooks.publishedBy,
      unpriced: priceBooks.unpriced,
    })
    .from(priceBooks)
    .where(eq(priceBooks.state, 'checking'))
    .orderBy(asc(priceBooks.publishedOrder));
  return rows.map(({ effectiveAt, publishedAt, ...row }) => ({
    ...row,
    effectiveAtSeconds: secondsOf(effectiveAt),
    publishedAtSeconds: secondsOf(publishedAt),
  }));
}

export type BookToCheck = Awaited<ReturnType<typeof booksToCheck>>[number];

export async function nextBookCheck(db: Database): Promise<number | null> {
  const [row] = await db
    .select({ at: min(priceBooks.publishedAt) })
    .from(priceBooks)
    .where(eq(priceBooks.state, 'checking'));
  return row?.at ? secondsOf(new Date(row.at)) : null;
}

const isWhere = ({ id, checkedTo }: Pick<BookToCheck, 'id' | 'checkedTo'>) =>
  and(eq(priceBooks.id, id), eq(priceBooks.state, 'checking'), eq(priceBooks.checkedTo, checkedTo));

/**
 * Marks this page of organizations as checked, and inserts their due announcements.
 * @returns false if another process has already stored this page, or if the version was withdrawn
 */
export async function endCheckedPage(
  tx: Database,
  book: BookToCheck,
  organizationIds: readonly number[],
  { unpriced, lowersCents }: Pick<BookToCheck, 'unpriced' | 'lowersCents'>,
): Promise<boolean> {
  const moved = await tx
    .update(priceBooks)
    .set({
      checkedTo: Math.max(book.checkedTo, ...organizationIds),
      lowersCents: book.lowersCents + lowersCents,
      unpriced: [...book.unpriced, ...unpriced].slice(0, MOST_UNPRICED),
    })
    .where(isWhere(book))
    .returning({ id: priceBooks.id });
  if (moved.length === 0) return false;
  await tx
    .insert(priceAnnouncements)
    .select(
      tx
        .select({
          organizationId: subscriptions.organizationId,
          priceBookId: sql<string>`${book.id}::text`.as('price_book_id'),
          plan: subscriptions.plan,
          state: sql<'due'>`'due'`.as('state'),
        })
        .from(subscriptions)
        .where(and(inArray(subscriptions.organizationId, [...organizationIds]), ne(subscriptions.plan, 'free'))),
    )
    .onConflictDoNothing();
  return true;
}

interface CheckEnd {
  readonly unpriced: readonly UnpricedOrganization[];
  readonly lacksNotice: boolean;
  /** The version lowers prices by more than its publisher's limit, so it needs approval. */
  readonly mustWait: boolean;
  readonly nowSeconds: number;
}

/**
 * Schedules or refuses a version, or requires its approval.
 * @returns false if another process has already ended this check, or if the version was withdrawn
 */
export async function endCheck(
  tx: Database,
  book: BookToCheck,
  { unpriced, lacksNotice, mustWait, nowSeconds }: CheckEnd,
): Promise<boolean> {
  const outcome =
    unpriced.length > 0 || lacksNotice
      ? ({ state: 'refused', unpriced: unpriced.slice(0, MOST_UNPRICED) } as const)
      : mustWait
        ? ({ state: 'waiting' } as const)
        : ({ state: 'scheduled', scheduledAt: instantOf(nowSeconds) } as const);
  const ended = await tx.update(priceBooks).set(outcome).where(isWhere(book)).returning({ id: priceBooks.id });
  if (ended.length > 0 && outcome.state === 'refused')
    await tx.delete(priceAnnouncements).where(eq(priceAnnouncements.priceBookId, book.id));
  if (ended.length > 0 && outcome.state === 'scheduled') await announceNextAgain(tx, book.effectiveAtSeconds);
  return ended.length > 0;
}

/** Returns false if the version is not waiting for approval. */
export async function scheduleWaiting(tx: Database, version: string, nowSeconds: number): Promise<boolean> {
  const isWaiting = and(eq(priceBooks.version, version), eq(priceBooks.state, 'waiting'));
  const scheduled = await tx
    .update(priceBooks)
    .set({ state: 'scheduled', scheduledAt: instantOf(nowSeconds) })
    .where(isWaiting)
    .returning({ effectiveAt: priceBooks.effectiveAt });
  for (const { effectiveAt } of scheduled) await announceNextAgain(tx, secondsOf(effectiveAt));
  return scheduled.length > 0;
}

export async function refuseUnapproved(tx: Database): Promise<void> {
  const refused = await tx
    .update(priceBooks)
    .set({ state: 'refused' })
    .where(
      and(
        eq(priceBooks.state, 'waiting'),
        sql`${priceBooks.version} in (
          select a.input ->> 'version' from platform_approvals a where a.kind = 'price_book' and a.state in ('refused', 'withdrawn', 'expired'))`,
      ),
    )
    .returning({ id: priceBooks.id });
  const ids = refused.map(({ id }) => id);
  if (ids.length > 0) await tx.delete(priceAnnouncements).where(inArray(priceAnnouncements.priceBookId, ids));
}
