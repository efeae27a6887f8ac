import { bigint, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { billingPeriods } from './periods.ts';
import { usageRecords } from './usage.ts';

/** Records that were booked after their period was invoiced. The invoice billed the period's usage without these records. */
export const lateRecords = pgTable(
  'late_records',
  {
    organizationId: integer('organization_id').notNull(),
    recordId: text('record_id').notNull(),
    periodId: bigint('period_id', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'late_records_pkey', columns: [table.organizationId, table.recordId, table.periodId] }),
    foreignKey({
      name: 'late_record',
      columns: [table.organizationId, table.recordId],
      foreignColumns: [usageRecords.organizationId, usageRecords.recordId],
    })
      .onDelete('cascade')
      // Old records get new IDs, so that senders can use the old IDs again.
      .onUpdate('cascade'),
    foreignKey({
      name: 'late_record_of_period',
      columns: [table.periodId, table.organizationId],
      foreignColumns: [billingPeriods.id, billingPeriods.organizationId],
    }).onDelete('cascade'),
    index('late_records_of_period').on(table.periodId),
  ],
);
