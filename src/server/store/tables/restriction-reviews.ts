import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { Violation } from '#server/domain/violations.ts';
import { instant } from './columns.ts';
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
    dueAt: instant('due_at'),
    /** End of the cycle that first ended above a quota; null after a cycle that stayed within all. */
    quotaCaseAt: instant('quota_case_at'),
    quotaCaseViolations: text('quota_case_violations').array().$type<Violation[]>().notNull().default(none),
    /** Since when the running cycle is above a quota. */
    exceededSince: instant('exceeded_since'),
    /** What services outside the usage metering report, for example the number of functions. */
    reportedViolations: text('reported_violations').array().$type<Violation[]>().notNull().default(none),
  },
  (table) => [index('restriction_reviews_due').on(table.dueAt)],
);
