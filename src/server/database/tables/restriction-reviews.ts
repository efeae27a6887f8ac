import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { PlanId } from '#contract/types.ts';
import type { UsageMetric } from '#server/domain/metrics.ts';
import type { Violation } from '#server/domain/violations.ts';
import { instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';

const none = sql`'{}'::text[]`;

/** Where an organization stands in the calendar of restrictions, and when to look again. */
export const restrictionReviews = pgTable(
  'restriction_reviews',
  {
    organizationId: integer('organization_id')
      .primaryKey()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Null where only new usage or an invoice can change anything. */
    dueAt: instantColumn('due_at'),
    /** End of the cycle that first ended above a quota; null after a cycle that stayed within all. */
    quotaCaseAt: instantColumn('quota_case_at'),
    quotaCaseViolations: text('quota_case_violations').array().$type<Violation[]>().notNull().default(none),
    /** The plan of that cycle: a larger one suspends the case until its quotas are exceeded too. */
    quotaCasePlan: text('quota_case_plan').$type<PlanId>(),
    /** Since when the cycle that is measured is above a quota. */
    exceededSince: instantColumn('exceeded_since'),
    /** Whether it is above a quota that limits now; a case that a change suspended keeps `exceededSince`. */
    isCapReached: boolean('is_cap_reached').notNull().default(false),
    /** The metrics that are above a quota in it. */
    exceededMetrics: text('exceeded_metrics').array().$type<UsageMetric[]>().notNull().default(none),
    /** That cycle, as it was planned. While a case is open, a change of plan within it begins no new measure. */
    measuredFrom: instantColumn('measured_from'),
    measuredUntil: instantColumn('measured_until'),
    /** What services outside the usage metering report, for example the number of functions. */
    reportedViolations: text('reported_violations').array().$type<Violation[]>().notNull().default(none),
  },
  (table) => [index('restriction_reviews_due').on(table.dueAt)],
);
