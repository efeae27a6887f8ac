import type { AdminShape } from '#contract/admin/admin-types.ts';
import { stepFrom } from '#lib/dates/calendar.ts';
import { partKey } from '#server/domain/budget/limit-scopes.ts';
import { GRACE_OVER_DAYS } from '#server/domain/collection.ts';
import { reviewLimitsNow } from '#server/billing/usage/limit-reviews.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import type { PaymentContext } from '#server/payments/context.ts';
import { notFound } from '#server/platform-error.ts';
import { standingFacts, type StandingFacts } from '#server/store/provisioning/standing.ts';
import type { AdminHandler } from './admin-handler.ts';

type Standing = AdminShape<'Standing'>;

function nextOf({ status, gracePeriodEnd, nextDueSeconds }: StandingFacts, nowSeconds: number): Standing['next'] {
  const graceEnd = gracePeriodEnd && secondsOf(gracePeriodEnd);
  if (status === 'grace_period' && graceEnd !== null) return { status: 'grace_period_over', at: graceEnd };
  if (status === 'grace_period_over' && graceEnd !== null)
    return { status: 'restricted', at: stepFrom(graceEnd, { days: GRACE_OVER_DAYS }) };
  if (status === null && nextDueSeconds !== null && nextDueSeconds > nowSeconds) return { status: 'grace_period', at: nextDueSeconds };
  return null;
}

/** Returns one entry per scope and window, because only the lowest of several limits matters. The limits of the organization come first. */
function limitsOf({ hasLimit, reachedLimit, limitReachedSeconds, parts, reachedParts }: StandingFacts): Standing['limits'] {
  const isOrganizationReached = reachedLimit === 'spending_limit';
  const ofParts = parts.map(({ scope, window }) => {
    const reached = reachedParts.find((part) => part.scope === scope && part.window === window);
    return { scope, window, reached: reached !== undefined, since: reached?.sinceSeconds ?? null };
  });
  return [
    ...(hasLimit ? [{ scope: 'organization', window: 'cycle' as const, reached: isOrganizationReached, since: limitReachedSeconds }] : []),
    ...ofParts.sort((a, b) => (partKey(a) < partKey(b) ? -1 : 1)),
  ];
}

/**
 * Returns limits and restrictions of an organization. First performs due reviews, because large usage batches leave some reviews to a job.
 */
async function reviewedFacts(db: Database, slug: string, nowSeconds: number, payments: PaymentContext | null): Promise<StandingFacts> {
  const facts = await standingFacts(db, slug, nowSeconds);
  if (!facts) throw notFound('Organization');
  if (!facts.isReviewDue || facts.closedAt !== null) return facts;
  try {
    await reviewLimitsNow(db, facts.id, nowSeconds);
  } catch (error) {
    payments?.log.warn({ err: error, organization: facts.id }, 'limits could not be reviewed for a standing');
    return facts;
  }
  return (await standingFacts(db, slug, nowSeconds)) ?? facts;
}

export const getStanding: AdminHandler<'getStanding'> = async ({ params }, { db, nowSeconds, paymentContext }) => {
  const facts = await reviewedFacts(db, params.slug, nowSeconds, paymentContext);
  const { status, violations, standingSince, createdAt, closedAt, usageBillingEnabled, reachedLimit } = facts;
  const isCapped = !usageBillingEnabled;
  const data: Standing = closedAt
    ? { status: 'closed', reasons: [], since: secondsOf(closedAt), next: null, spend_cap_on: isCapped, limit_reached: false, limits: [] }
    : {
        status: status ?? 'active',
        reasons: violations ?? [],
        since: secondsOf(standingSince ?? createdAt),
        next: nextOf(facts, nowSeconds),
        spend_cap_on: isCapped,
        limit_reached: reachedLimit !== null,
        limits: limitsOf(facts),
      };
  return { data };
};
