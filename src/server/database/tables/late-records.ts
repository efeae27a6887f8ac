import { bigint, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { billingPeriods } from './periods.ts';
import { usageRecords } from './usage.ts';

/** Records booked after an invoice fixed the lines of their period. Without them, the period's daily usage is what it billed. */
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
      // IDs of old records are changed, so that senders can use them again.
      .onUpdate('cascade'),
    foreignKey({
      name: 'late_record_of_period',
      columns: [table.periodId, table.organizationId],
      foreignColumns: [billingPeriods.id, billingPeriods.organizationId],
    }).onDelete('cascade'),
    index('late_records_of_period').on(table.periodId),
  ],
);
