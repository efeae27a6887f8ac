import { eq, sql } from 'drizzle-orm';
import { instantOf, perDatabase, type Database } from '#server/database/database.ts';
import { budgetReviews, budgets } from '#server/database/tables/budgets.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { platformEvents } from '#server/database/tables/platform-events.ts';
import { projects } from '#server/database/tables/projects.ts';
import { restrictionReviews } from '#server/database/tables/restriction-reviews.ts';
import { subscriptions } from '#server/database/tables/subscriptions.ts';
import type { PartLimit, ReachedPart } from '#server/domain/budget/limit-scopes.ts';
import { projectsAtOnce } from '#server/store/budgets.ts';

const epoch = (column: unknown) => sql`floor(extract(epoch from ${column}))::bigint`;

const toSeconds = (value: string | number | null): number | null => (value === null ? null : Number(value));

const standingStatement = perDatabase((db) =>
  db
    .select({
      id: organizations.id,
      status: organizations.restrictionStatus,
      violations: organizations.violations,
      gracePeriodEnd: organizations.gracePeriodEnd,
      standingSince: organizations.standingSince,
      createdAt: organizations.createdAt,
      closedAt: organizations.closedAt,
      plan: subscriptions.plan,
      usageBillingEnabled: subscriptions.usageBillingEnabled,
      reachedLimit: subscriptions.reachedLimit,
      /** Whether a budget stops charges. False while the spend cap is on, because the spend cap replaces all limits. */
      hasLimit: sql<boolean>`(
        ${subscriptions.usageBillingEnabled} and exists (
          select from ${budgets} where ${budgets.organizationId} = ${organizations.id} and ${budgets.atLimit} = 'stop' and ${budgets.scope} = 'organization'))`,
      parts: sql<readonly Pick<PartLimit, 'scope' | 'window'>[]>`coalesce((
        select json_agg(distinct jsonb_build_object('scope', ${budgets.scope}, 'window', ${budgets.window})) from ${budgets}
        where ${budgets.organizationId} = ${organizations.id} and ${budgets.atLimit} = 'stop' and ${budgets.scope} <> 'organization'
          and ${subscriptions.usageBillingEnabled}), '[]')`,
      reachedParts: sql<readonly ReachedPart[]>`coalesce((
        select ${budgetReviews.reachedParts} from ${budgetReviews} where ${budgetReviews.organizationId} = ${organizations.id}), '[]')`,
      /** In seconds since 1970; null if the spending limit is not reached or no event records the time. */
      limitReachedSeconds: sql<number | null>`case when ${subscriptions.reachedLimit} = 'spending_limit' then (
        select ${epoch(platformEvents.at)} from ${platformEvents}
        where ${platformEvents.organizationId} = ${organizations.id} and ${platformEvents.type} = 'limit.reached'
          and ${platformEvents.data} ->> 'scope' = 'organization'
        order by ${platformEvents.sequence} desc limit 1) end`.mapWith(toSeconds),
      /** Ignores budget reviews of organizations with many projects, because a job does these reviews. */
      isReviewDue: sql<boolean>`(
        exists (
          select from ${restrictionReviews}
          where ${restrictionReviews.organizationId} = ${organizations.id} and ${restrictionReviews.dueAt} <= ${sql.placeholder('now')}::timestamptz)
        or (
          exists (
            select from ${budgetReviews}
            where ${budgetReviews.organizationId} = ${organizations.id} and ${budgetReviews.dueAt} <= ${sql.placeholder('now')}::timestamptz)
          and not exists (select from ${projects} where ${projects.organizationId} = ${organizations.id} offset ${projectsAtOnce})))`,
      nextDueSeconds: sql<number | null>`(
        select ${epoch(sql`min(${invoices.dueAt})`)} from ${invoices}
        where ${invoices.organizationId} = ${organizations.id} and ${invoices.status} in ('open', 'issued')
          and ${invoices.amountDueCents} > 0 and not ${invoices.paymentIsProcessing}
      )`.mapWith(toSeconds),
    })
    .from(organizations)
    .innerJoin(subscriptions, eq(subscriptions.organizationId, organizations.id))
    .where(eq(organizations.slug, sql.placeholder('slug')))
    .prepare('standing_of_organization'),
);

export async function standingFacts(db: Database, slug: string, nowSeconds: number) {
  const [row] = await standingStatement(db).execute({ slug, now: instantOf(nowSeconds).toISOString() });
  return row ?? null;
}

export type StandingFacts = NonNullable<Awaited<ReturnType<typeof standingFacts>>>;
