import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { PlanId } from '#contract/types.ts';
import type { UsageMetric } from '#server/domain/metrics.ts';
import type { Violation } from '#server/domain/violations.ts';
import { instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';

const none = sql`'{}'::text[]`;

export const restrictionReviews = pgTable(
  'restriction_reviews',
  {
    organizationId: integer('organization_id')
      .primaryKey()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Null if only new usage or an invoice can change the result of a review. */
    dueAt: instantColumn('due_at'),
    /**
     * Time at which the quota case started: the end of the first cycle with uncharged usage above a quota. Null if no quota case is open.
     */
    quotaCaseAt: instantColumn('quota_case_at'),
    quotaCaseViolations: text('quota_case_violations').array().$type<Violation[]>().notNull().default(none),
    /** Plan at the start of the quota case. A larger plan suspends the quota case until usage exceeds the quotas of that plan. */
    quotaCasePlan: text('quota_case_plan').$type<PlanId>(),
    /** The usage of the measured cycle first exceeded a quota at this time. */
    exceededSince: instantColumn('exceeded_since'),
    /** End of the first cycle in which usage above the spending limit was not charged; null after a cycle within the limit. */
    limitCaseAt: instantColumn('limit_case_at'),
    /** Usage after this time is not charged in the running cycle, because the spending limit was reached. */
    limitExceededSince: instantColumn('limit_exceeded_since'),
    /** Whether an exceeded quota restricts usage now. False while a larger plan suspends the quota case; `exceededSince` then stays set. */
    isCapReached: boolean('is_cap_reached').notNull().default(false),
    exceededMetrics: text('exceeded_metrics').array().$type<UsageMetric[]>().notNull().default(none),
    /** Planned start of the measured cycle; `measuredUntil` is its planned end. A plan change during a quota case moves neither. */
    measuredFrom: instantColumn('measured_from'),
    measuredUntil: instantColumn('measured_until'),
    /** Violations that other services report, for example for the number of functions. */
    reportedViolations: text('reported_violations').array().$type<Violation[]>().notNull().default(none),
  },
  (table) => [index('restriction_reviews_due').on(table.dueAt)],
);
