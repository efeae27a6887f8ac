import { sql } from 'drizzle-orm';
import { bigint, boolean, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
});

/**
 * Single row with the identity of this database. A gateway customer stores a copy; if that copy is newer or has another ID, writes stop.
 */
export const gatewayInstance = pgTable(
  'gateway_instance',
  {
    only: boolean('only').primaryKey().default(true),
    instanceId: text('instance_id').notNull(),
    /** Increases at every start and every hour. It is written here before it is copied to the gateway. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /**
     * Random marks, one for each increase of `counter`, newest first. If the gateway has a mark that is missing here, a copy of this
     * database wrote that mark.
     */
    marks: text('marks').array().notNull(),
    /** ID of the gateway customer that stores the copy of this row; null until the customer is known. */
    customerId: text('customer_id'),
    /** Real time of the last increase of the counter. */
    raisedAt: instantColumn('raised_at').notNull(),
  },
  (table) => [check('one_instance', sql`${table.only}`)],
);

/** Running processes. A process that stops renewing its row counts as ended, and its leases end too. */
export const processes = pgTable('processes', {
  id: text('id').primaryKey(),
  /** Time of the last renewal, by the database's clock, which all processes share. */
  renewedAt: instantColumn('renewed_at').notNull().defaultNow(),
});

/** Scripted faults of the embedded mode; production never reads them. */
export const scriptedFaults = pgTable(
  'scripted_faults',
  {
    organizationId: integer('organization_id').primaryKey(),
    delayMs: integer('delay_ms').notNull().default(0),
    /** Every read returns an error 500 with this message; null for no error. */
    message: text('message'),
  },
  (table) => [check('fault_does_something', sql`${table.delayMs} > 0 or ${table.message} is not null`)],
);
