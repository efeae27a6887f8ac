import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';

/**
 * What the gateway is to be told besides charges, which have rows of their own. Every kind may run twice.
 * - sync_customer: make the gateway's customer say what the platform's does; the subject is the organization, as in
 * - sync_methods: read the gateway's cards again
 * - sweep_tax_ids: remove tax IDs that no save came to store
 * - delete_customer: the organization was erased; the subject is the gateway's customer
 * - delete_tax_id, detach_method, cancel_intent, cancel_setup: the subject is the object's id
 * - refund: give money back; the subject is the intent of a payment without effect, or the id of a refund that was asked for
 * - unknown_payment: nothing to be told, but a payment that this database doesn't know and an operator has to settle; dead from the start
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
    /** `dead`: the gateway refuses it for good, or it came to nothing; an operator has to look. */
    state: text('state').$type<'pending' | 'done' | 'dead'>().notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /** Grows with every request for the same work while it is pending. */
    generation: integer('generation').notNull().default(1),
    /** The generation that is being done; null while no run has it. */
    takenGeneration: integer('taken_generation'),
    /** Real time: when it is due; the end of the lease while a run has it. */
    runAfter: instantColumn('run_after').notNull(),
    /** The process that took it last: when that has ended, another takes it at once. */
    heldBy: text('held_by'),
    /** A code, never words: what a database or gateway says may hold what a member typed. */
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

/** Events of the gateway, each once, until what they tell of has been read again and acted on. */
export const gatewayEvents = pgTable(
  'gateway_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    objectType: text('object_type').notNull(),
    objectId: text('object_id').notNull(),
    /** When it happened, by the gateway's clock. */
    createdAt: instantColumn('created_at').notNull(),
    /** Null while it waits. */
    processedAt: instantColumn('processed_at'),
    attempts: integer('attempts').notNull().default(0),
    /** Real time. */
    runAfter: instantColumn('run_after').notNull(),
    /** The process that took it last: when that has ended, another takes it at once. */
    heldBy: text('held_by'),
    /** A code, never words: what a database or gateway says may hold what a member typed. */
    lastError: text('last_error'),
  },
  (table) => [
    index('events_waiting')
      .on(table.runAfter)
      .where(sql`${table.processedAt} is null`),
    index('events_by_time').on(table.createdAt),
  ],
);
