import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';

/** Organizations that a job could not finish with, until it can: operators look at these. */
export const jobFailures = pgTable(
  'job_failures',
  {
    job: text('job').notNull(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** A rule of the domain such as `price_by_contract`, or the kind of the error; never a message with values. */
    code: text('code').notNull(),
    attempts: integer('attempts').notNull().default(1),
    /** Real time of the first failure. */
    since: instantColumn('since').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.job, table.organizationId] }),
    index('job_failures_by_age').on(table.since),
    index('job_failures_of_organization').on(table.organizationId),
  ],
);
