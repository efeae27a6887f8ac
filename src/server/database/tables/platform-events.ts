import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core';
import type { PlatformEventType } from '#contract/admin/event-shapes.ts';
import { instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';

/**
 * What happened, as programs read it. The database writes most of them in the transaction of the change, at
 * its commit, so that no code can leave one out; `record_event` is the one place that adds a row.
 */
export const platformEvents = pgTable(
  'platform_events',
  {
    id: text('id').notNull(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Without gaps in each organization, in the order of the commits: a reader that has seen one has seen all before it. */
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    type: text('type').$type<PlatformEventType>().notNull(),
    /** The platform's time. */
    at: instantColumn('at').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    primaryKey({ name: 'platform_events_pkey', columns: [table.id, table.organizationId] }),
    unique('event_sequence_once').on(table.organizationId, table.sequence),
    index('events_by_age').on(table.at),
  ],
);

/** Where events are sent. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: text('id').primaryKey(),
    url: text('url').notNull(),
    /** Types of events; `*` stands for all. */
    events: text('events').array().$type<(PlatformEventType | '*')[]>().notNull(),
    description: text('description'),
    /** Signs its messages, so it can't be a hash: sealed by SECRETS_KEY. Null once the endpoint is deleted. */
    secret: text('secret'),
    /** Rotated secrets that still sign beside it, sealed, the newest first, each until an instant of the platform's time. */
    replacedSecrets: jsonb('replaced_secrets').$type<readonly { secret: string; endsAtSeconds: number }[]>().notNull().default([]),
    createdAt: instantColumn('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    /** The platform's time since when nothing is sent; null while it is. */
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

/** One event on its way to one endpoint, written with the event. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: text('id').notNull(),
    /** In the order in which they were written. */
    position: bigint('position', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    endpointId: text('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    eventId: text('event_id').notNull(),
    /** Those of the event: an organization's events are sent one after the other. */
    organizationId: integer('organization_id').notNull(),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    /** `failed`: it was tried for three days. */
    state: text('state').$type<'pending' | 'delivered' | 'failed'>().notNull().default('pending'),
    /** Since it was last asked for. */
    attempts: integer('attempts').notNull().default(0),
    /** The platform's time of the first of these attempts, from which the three days count. */
    firstAttemptAt: instantColumn('first_attempt_at'),
    lastAttemptAt: instantColumn('last_attempt_at'),
    /** The platform's time. */
    nextAttemptAt: instantColumn('next_attempt_at').notNull(),
    deliveredAt: instantColumn('delivered_at'),
    /** What the endpoint answered last: its status, or a code of ours where there was no answer. */
    lastStatus: smallint('last_status'),
    lastError: text('last_error'),
    /** The beginning of that answer. */
    lastAnswer: text('last_answer'),
    /** Real time until which a process has it. */
    leasedUntil: instantColumn('leased_until'),
    /** The process that took it last: when that has ended, another takes it at once. */
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
