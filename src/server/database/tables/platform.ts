import { sql } from 'drizzle-orm';
import { bigint, boolean, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

/** Single values of the whole platform, for example how far its clock is ahead. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
});

/**
 * Which database of the platform the gateway belongs to, in one row. A reserved customer of the gateway holds the same: a copy of this
 * database falls behind it and stops writing there.
 */
export const gatewayInstance = pgTable(
  'gateway_instance',
  {
    only: boolean('only').primaryKey().default(true),
    instanceId: text('instance_id').notNull(),
    /** Rises at every start and every hour, here first. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** Random, one for each rise, the newest first: what the gateway holds must be among them, or a copy was there. */
    marks: text('marks').array().notNull(),
    /** The reserved customer at the gateway; null until it is made. */
    customerId: text('customer_id'),
    /** Real time. */
    raisedAt: instantColumn('raised_at').notNull(),
  },
  (table) => [check('one_instance', sql`${table.only}`)],
);

/** Every running process of the platform. One that stops renewing its row has ended, and so have its leases. */
export const processes = pgTable('processes', {
  id: text('id').primaryKey(),
  /** By the database's clock, which is the same for all of them. */
  renewedAt: instantColumn('renewed_at').notNull().defaultNow(),
});

/** What goes wrong on purpose in an organization of the embedded mode; production never reads it. */
export const scriptedFaults = pgTable(
  'scripted_faults',
  {
    organizationId: integer('organization_id').primaryKey(),
    /** Every read waits so long, in milliseconds. */
    delayMs: integer('delay_ms').notNull().default(0),
    /** Every read answers 500 with this message, where given. */
    message: text('message'),
  },
  (table) => [check('fault_does_something', sql`${table.delayMs} > 0 or ${table.message} is not null`)],
);
