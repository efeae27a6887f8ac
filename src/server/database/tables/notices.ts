import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { NoticeKind } from '#server/domain/notices.ts';
import { instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';

/** Notices to organizations, each written in the transaction of its event. */
export const notices = pgTable(
  'notices',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<NoticeKind>().notNull(),
    /** Identifies the event, so that its notice is written once. */
    businessKey: text('business_key').notNull(),
    facts: jsonb('facts').$type<Record<string, unknown>>().notNull(),
    /** Not a foreign key, because invoices are deleted only with their organization. */
    invoiceId: text('invoice_id'),
    /** Platform time of the event. */
    occurredAt: instantColumn('occurred_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'notices_pkey', columns: [table.id, table.organizationId] }),
    unique('notice_once').on(table.organizationId, table.businessKey),
    index('notices_by_time').on(table.organizationId, table.occurredAt, table.id),
    index('notices_of_invoice')
      .on(table.organizationId, table.invoiceId)
      .where(sql`${table.invoiceId} is not null`),
    index('notices_by_age').on(table.occurredAt),
    index('notices_by_kind').on(table.kind, table.id),
  ],
);

export const deliveryStates = ['queued', 'sent', 'refused', 'bounced', 'withdrawn'] as const;

export const noticeDeliveries = pgTable(
  'notice_deliveries',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    noticeId: bigint('notice_id', { mode: 'number' }).notNull(),
    organizationId: integer('organization_id').notNull(),
    address: text('address').notNull(),
    /** True if the address belongs to a former recipient. Former recipients get no later notices. */
    isFormer: boolean('is_former').notNull().default(false),
    /** True for a member who gets the notice because no recipient is set or confirmed. */
    isSubstitute: boolean('is_substitute').notNull().default(false),
    /** Sequence number of the manual resend; 0 for the first email. */
    round: integer('round').notNull().default(0),
    state: text('state').$type<(typeof deliveryStates)[number]>().notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    /** Real time at which the delivery is due, or at which the lease of a process ends. */
    runAfter: instantColumn('run_after')
      .notNull()
      .default(sql`'epoch'`),
    /** The word `lane` while a job run is sending the email. Processes of the previous version store their process ID here. */
    heldBy: text('held_by'),
    /** Real time of the first attempt. Temporary failures are retried for a limited time from then on. */
    firstTriedAt: instantColumn('first_tried_at'),
    /** Error code only, because the mail server's response may contain user input. */
    lastError: text('last_error'),
    /** Platform time; null if the email was not sent. */
    sentAt: instantColumn('sent_at'),
  },
  (table) => [
    primaryKey({ name: 'notice_deliveries_pkey', columns: [table.id, table.organizationId] }),
    foreignKey({
      name: 'delivery_of_notice',
      columns: [table.noticeId, table.organizationId],
      foreignColumns: [notices.id, notices.organizationId],
    }).onDelete('cascade'),
    uniqueIndex('notice_delivery_once').on(table.noticeId, sql`lower(${table.address})`, table.round, table.organizationId),
    index('notice_deliveries_due')
      .on(table.runAfter)
      .where(sql`${table.state} = 'queued'`),
    index('notice_deliveries_of_lane')
      .on(table.organizationId, table.id)
      .where(sql`${table.state} = 'queued'`),
    index('notice_deliveries_refused')
      .on(table.id)
      .where(sql`${table.state} = 'refused'`),
    check('notice_delivery_state_known', sql`${table.state} in ('queued', 'sent', 'refused', 'bounced', 'withdrawn')`),
    check('sent_has_time', sql`(${table.state} = 'sent') = (${table.sentAt} is not null)`),
  ],
);

/** Muted notice kinds and bounces of email addresses. */
export const noticeAddresses = pgTable(
  'notice_addresses',
  {
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Email address in lower case. */
    address: text('address').notNull(),
    mutedKinds: text('muted_kinds')
      .array()
      .$type<NoticeKind[]>()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Platform time of a bounce; null if emails to the address do not bounce. */
    bouncedAt: instantColumn('bounced_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.address] }),
    index('notice_addresses_bounced')
      .on(table.bouncedAt)
      .where(sql`${table.bouncedAt} is not null`),
  ],
);

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

export const postboxMessages = pgTable('postbox_messages', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text('kind').notNull(),
  organization: text('organization').notNull(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  headers: jsonb('headers').$type<Record<string, string>>().notNull(),
  text: text('text').notNull(),
  html: text('html').notNull(),
  sentAt: instantColumn('sent_at').notNull(),
});

export const postboxAttachments = pgTable(
  'postbox_attachments',
  {
    messageId: bigint('message_id', { mode: 'number' })
      .notNull()
      .references(() => postboxMessages.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    type: text('type').notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.name] })],
);
