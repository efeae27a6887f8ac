import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core';
import type { PlatformEventType } from '#contract/admin/event-shapes.ts';
import { instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';

/**
 * Platform events. Triggers write most events at the commit of a change, so that no code can omit them. Only the function `record_event`
 * inserts rows.
 */
export const platformEvents = pgTable(
  'platform_events',
  {
    id: text('id').notNull(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /**
     * Sequence number within the organization, without gaps, in commit order. If an event is visible, all earlier events are visible too.
     */
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    type: text('type').$type<PlatformEventType>().notNull(),
    /** Platform time of the event. */
    at: instantColumn('at').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    primaryKey({ name: 'platform_events_pkey', columns: [table.id, table.organizationId] }),
    unique('event_sequence_once').on(table.organizationId, table.sequence),
    index('events_by_age').on(table.at),
  ],
);

export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: text('id').primaryKey(),
    url: text('url').notNull(),
    events: text('events').array().$type<(PlatformEventType | '*')[]>().notNull(),
    description: text('description'),
    /** Signing secret, encrypted with SECRETS_KEY; null if the endpoint is deleted. */
    secret: text('secret'),
    /** Replaced secrets that still sign messages, encrypted, newest first. Each secret signs until its `endsAtSeconds` (platform time). */
    replacedSecrets: jsonb('replaced_secrets').$type<readonly { secret: string; endsAtSeconds: number }[]>().notNull().default([]),
    createdAt: instantColumn('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    /** Platform time; null if enabled. */
    disabledAt: instantColumn('disabled_at'),
    disabledReason: text('disabled_reason').$type<'refused' | 'gone'>(),
    deletedAt: instantColumn('deleted_at'),
    deletedBy: text('deleted_by'),
  },
  (table) => [
    check('endpoint_wants_events', sql`cardinality(${table.events}) > 0`),
    check('disabled_for_a_reason', sql`(${table.disabledAt} is null) = (${table.disabledReason} is null)`),
  ],
);

/** Written together with the event. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: text('id').notNull(),
    position: bigint('position', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    endpointId: text('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    eventId: text('event_id').notNull(),
    /** Organization and sequence number of the event. Events of an organization are sent in order. */
    organizationId: integer('organization_id').notNull(),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    /** `failed`: delivery attempts failed for three days, or the endpoint responded with 410. */
    state: text('state').$type<'pending' | 'delivered' | 'failed'>().notNull().default('pending'),
    /** Number of attempts since the delivery was last requested. */
    attempts: integer('attempts').notNull().default(0),
    /**
     * Platform time of the first attempt since the delivery was last requested. If attempts fail for three days, no more attempts are made.
     */
    firstAttemptAt: instantColumn('first_attempt_at'),
    lastAttemptAt: instantColumn('last_attempt_at'),
    /** Platform time. */
    nextAttemptAt: instantColumn('next_attempt_at').notNull(),
    deliveredAt: instantColumn('delivered_at'),
    /** HTTP status of the endpoint's last response. Without a response, `last_error` contains an error code. */
    lastStatus: smallint('last_status'),
    lastError: text('last_error'),
    lastAnswer: text('last_answer'),
    /** Real time. */
    leasedUntil: instantColumn('leased_until'),
    /** Job run or process with the latest lease. When this run or process ends, another run can lease the delivery immediately. */
    heldBy: text('held_by'),
  },
  (table) => [
    primaryKey({ name: 'webhook_deliveries_pkey', columns: [table.id, table.organizationId] }),
    foreignKey({
      name: 'delivery_of_event',
      columns: [table.eventId, table.organizationId],
      foreignColumns: [platformEvents.id, platformEvents.organizationId],
    }).onDelete('cascade'),
    unique('event_once_per_endpoint').on(table.endpointId, table.eventId, table.organizationId),
    index('deliveries_due')
      .on(table.endpointId, table.nextAttemptAt, table.sequence)
      .where(sql`${table.state} = 'pending'`),
    index('deliveries_in_order')
      .on(table.endpointId, table.organizationId, table.sequence)
      .where(sql`${table.state} = 'pending'`),
    index('deliveries_of_endpoint').on(table.endpointId, table.position),
    index('deliveries_over')
      .on(table.lastAttemptAt)
      .where(sql`${table.state} <> 'pending'`),
    index('deliveries_of_event').on(table.eventId),
    index('deliveries_of_organization').on(table.organizationId),
    foreignKey({
      name: 'delivery_of_organization',
      columns: [table.organizationId],
      foreignColumns: [organizations.id],
    }).onDelete('cascade'),
    check('delivery_state_known', sql`${table.state} in ('pending', 'delivered', 'failed')`),
  ],
);
