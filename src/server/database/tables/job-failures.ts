import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';

/** Organizations for which a job failed and has not yet succeeded; shown to operators. */
export const jobFailures = pgTable(
  'job_failures',
  {
    job: text('job').notNull(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Code of a domain rule such as `price_by_contract`, or the kind of error, without values. */
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
