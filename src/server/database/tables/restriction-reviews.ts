import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { PlanId } from '#contract/types.ts';
import type { UsageMetric } from '#server/domain/metrics.ts';
import type { Violation } from '#server/domain/violations.ts';
import { instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';

const none = sql`'{}'::text[]`;

/** State of organizations in the restriction calendar, and the time of their next review. */
export const restrictionReviews = pgTable(
  'restriction_reviews',
  {
    organizationId: integer('organization_id')
      .primaryKey()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Null if only new usage or an invoice can change the result. */
    dueAt: instantColumn('due_at'),
    /** End of the first cycle that exceeded a quota; null after a cycle within all quotas. */
    quotaCaseAt: instantColumn('quota_case_at'),
    quotaCaseViolations: text('quota_case_violations').array().$type<Violation[]>().notNull().default(none),
    /** Plan of that cycle. A larger plan suspends the case until its quotas are exceeded too. */
    quotaCasePlan: text('quota_case_plan').$type<PlanId>(),
    /** Time at which the measured cycle first exceeded a quota. */
    exceededSince: instantColumn('exceeded_since'),
    /** End of the first cycle in which usage beyond the organization's spending limit was not charged; null after a cycle within it. */
    limitCaseAt: instantColumn('limit_case_at'),
    /** Time since which usage of the running cycle is not charged because of that limit. */
    limitExceededSince: instantColumn('limit_exceeded_since'),
    /** Whether an exceeded quota limits usage now; a suspended case keeps `exceededSince`. */
    isCapReached: boolean('is_cap_reached').notNull().default(false),
    /** Metrics whose quota the measured cycle exceeds. */
    exceededMetrics: text('exceeded_metrics').array().$type<UsageMetric[]>().notNull().default(none),
    /** Planned bounds of the measured cycle, which stay while a case is open, even after a plan change. */
    measuredFrom: instantColumn('measured_from'),
    measuredUntil: instantColumn('measured_until'),
    /** Violations reported by other services, for example the number of functions. */
    reportedViolations: text('reported_violations').array().$type<Violation[]>().notNull().default(none),
  },
  (table) => [index('restriction_reviews_due').on(table.dueAt)],
);
