import type { AdminShape } from '#contract/admin/admin-types.ts';
import { stepFrom } from '#lib/dates/calendar.ts';
import { GRACE_OVER_DAYS } from '#server/domain/collection.ts';
import { secondsOf } from '#server/database/database.ts';
import { notFound } from '#server/platform-error.ts';
import { standingFacts, type StandingFacts } from '#server/store/provisioning/organizations.ts';
import type { AdminHandler } from './admin-handler.ts';

type Standing = AdminShape<'Standing'>;

/** What the calendar of restrictions brings next. */
function nextOf({ status, gracePeriodEnd, nextDueSeconds }: StandingFacts, nowSeconds: number): Standing['next'] {
  const graceEnd = gracePeriodEnd && secondsOf(gracePeriodEnd);
  if (status === 'grace_period' && graceEnd !== null) return { status: 'grace_period_over', at: graceEnd };
  if (status === 'grace_period_over' && graceEnd !== null)
    return { status: 'restricted', at: stepFrom(graceEnd, { days: GRACE_OVER_DAYS }) };
  if (status === null && nextDueSeconds !== null && nextDueSeconds > nowSeconds) return { status: 'grace_period', at: nextDueSeconds };
  return null;
}

export const getStanding: AdminHandler<'getStanding'> = async ({ params }, { db, nowSeconds }) => {
  const facts = await standingFacts(db, params.slug);
  if (!facts) throw notFound('Organization');
  const { status, violations, standingSince, createdAt, closedAt, usageBillingEnabled, reachedLimit } = facts;
  const isCapped = !usageBillingEnabled;
  const data: Standing = closedAt
    ? { status: 'closed', reasons: [], since: secondsOf(closedAt), next: null, spend_cap_on: isCapped, limit_reached: false }
    : {
        status: status ?? 'active',
        reasons: violations ?? [],
        since: secondsOf(standingSince ?? createdAt),
        next: nextOf(facts, nowSeconds),
        spend_cap_on: isCapped,
        limit_reached: reachedLimit !== null,
      };
  return { data };
};
