import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';

const organization = () =>
  integer('organization_id')
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

/**
 * Addresses that get or got billing emails. A recipient without a row is confirmed: set by an operator or the seed, or older than this
 * table. Rows of removed addresses stay, so that adding one again sends no second email.
 */
export const recipientAddresses = pgTable(
  'recipient_addresses',
  {
    organizationId: organization(),
    /** Mailbox name, as `emailKey` returns it. */
    address: text('address').notNull(),
    /** Platform time. */
    addedAt: instantColumn('added_at').notNull(),
    /** Null while the address gets only a confirmation email. */
    confirmedAt: instantColumn('confirmed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.address] }),
    index('recipient_addresses_unconfirmed')
      .on(table.address)
      .where(sql`${table.confirmedAt} is null`),
  ],
);

/** Links of confirmation emails, one per attempt to send. */
export const confirmationLinks = pgTable(
  'confirmation_links',
  {
    organizationId: organization(),
    /** SHA-256 of the token, which only the email contains. */
    tokenHash: text('token_hash').notNull(),
    /** Mailbox name, as `emailKey` returns it. */
    address: text('address').notNull(),
    /** Platform time, as all instants here. */
    expiresAt: instantColumn('expires_at').notNull(),
    usedAt: instantColumn('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.tokenHash] }),
    index('confirmation_links_of_address').on(table.organizationId, table.address),
    index('confirmation_links_by_end').on(table.expiresAt),
  ],
);
