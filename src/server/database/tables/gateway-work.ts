import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';

/**
 * Work for the gateway, except charges, which are in `payments`. Work of every kind may run twice.
 * - sync_customer: copy the customer to the gateway; the subject is the organization
 * - sync_methods: read the gateway's cards again; the subject is the organization
 * - sweep_tax_ids: delete the gateway's tax IDs that this database does not have; the subject is the organization
 * - delete_customer: delete the customer of an erased organization; the subject is the gateway customer
 * - delete_tax_id, detach_method, cancel_intent, cancel_setup: the subject is the object's ID
 * - refund: the subject is the intent of a payment without effect, or the ID of a requested refund
 * - unknown_payment: a payment at the gateway that this database does not have; an operator must settle it, so the work is dead at once
 */
export type WorkKind =
  | 'sync_customer'
  | 'sync_methods'
  | 'sweep_tax_ids'
  | 'delete_customer'
  | 'delete_tax_id'
  | 'detach_method'
  | 'cancel_intent'
  | 'cancel_setup'
  | 'refund'
  | 'unknown_payment';

export const outbox = pgTable(
  'outbox',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<WorkKind>().notNull(),
    subject: text('subject').notNull(),
    details: jsonb('details').$type<Record<string, string | number>>().notNull().default({}),
    /** `dead`: the gateway refused the work permanently or gave no result, so an operator must act. */
    state: text('state').$type<'pending' | 'done' | 'dead'>().notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /** Counter that increases whenever the same work is requested while it is pending. */
    generation: integer('generation').notNull().default(1),
    /** Generation that the current run processes; null if no run is in progress. */
    takenGeneration: integer('taken_generation'),
    /** Real time at which the work is due, or at which the lease of a run ends. */
    runAfter: instantColumn('run_after').notNull(),
    /** ID of the process that took the work last. If this process ends, another process can take the work immediately. */
    heldBy: text('held_by'),
    /** Error code without values, because messages may contain user input. */
    lastError: text('last_error'),
  },
  (table) => [
    primaryKey({ name: 'outbox_pkey', columns: [table.id, table.organizationId] }),
    uniqueIndex('work_pending_once')
      .on(table.kind, table.subject, table.organizationId)
      .where(sql`${table.state} = 'pending'`),
    index('work_due')
      .on(table.runAfter)
      .where(sql`${table.state} = 'pending'`),
    index('work_of_organization').on(table.organizationId),
    index('work_done')
      .on(table.runAfter)
      .where(sql`${table.state} = 'done'`),
    index('work_dead')
      .on(table.kind)
      .where(sql`${table.state} = 'dead'`),
    check('work_state_known', sql`${table.state} in ('pending', 'done', 'dead')`),
  ],
);

/** Gateway events, each stored once. An event is pending until its object has been read again. */
export const gatewayEvents = pgTable(
  'gateway_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    objectType: text('object_type').notNull(),
    objectId: text('object_id').notNull(),
    /** Time of the event, by the gateway's clock. */
    createdAt: instantColumn('created_at').notNull(),
    processedAt: instantColumn('processed_at'),
    attempts: integer('attempts').notNull().default(0),
    /** Real time. */
    runAfter: instantColumn('run_after').notNull(),
    heldBy: text('held_by'),
    lastError: text('last_error'),
  },
  (table) => [
    index('events_waiting')
      .on(table.runAfter)
      .where(sql`${table.processedAt} is null`),
    index('events_by_time').on(table.createdAt),
  ],
);
