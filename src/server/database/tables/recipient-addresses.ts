import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';

const organization = () =>
  integer('organization_id')
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

/**
 * What is known of addresses that get, or got, billing email. A recipient without a row is confirmed: an operator or the seed set it, or
 * it is older than this table. A row stays when its address is removed, so that adding it again sends no second email.
 */
export const recipientAddresses = pgTable(
  'recipient_addresses',
  {
    organizationId: organization(),
    /** As `emailKey` names the mailbox. */
    address: text('address').notNull(),
    /** The platform's time. */
    addedAt: instantColumn('added_at').notNull(),
    /** Null while the address gets nothing but a confirmation email. */
    confirmedAt: instantColumn('confirmed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.address] }),
    index('recipient_addresses_unconfirmed')
      .on(table.address)
      .where(sql`${table.confirmedAt} is null`),
  ],
);

/** Links of confirmation emails; one for each attempt to send such an email. */
export const confirmationLinks = pgTable(
  'confirmation_links',
  {
    organizationId: organization(),
    /** SHA-256 of the token, which only the email holds. */
    tokenHash: text('token_hash').notNull(),
    /** As `emailKey` names the mailbox. */
    address: text('address').notNull(),
    /** The platform's time, as all instants here. */
    expiresAt: instantColumn('expires_at').notNull(),
    usedAt: instantColumn('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.tokenHash] }),
    index('confirmation_links_of_address').on(table.organizationId, table.address),
    index('confirmation_links_by_end').on(table.expiresAt),
  ],
);
