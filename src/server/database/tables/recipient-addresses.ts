import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';

const organization = () =>
  integer('organization_id')
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

/**
 * A recipient without a row is confirmed. The row of a removed recipient remains, so that adding the recipient again sends no second
 * confirmation email.
 */
export const recipientAddresses = pgTable(
  'recipient_addresses',
  {
    organizationId: organization(),
    /** Address in the form that `emailKey` returns, which is equal for all spellings of a mailbox. */
    address: text('address').notNull(),
    /** Platform time. */
    addedAt: instantColumn('added_at').notNull(),
    /** Time of the confirmation; null while the address gets only the confirmation email. */
    confirmedAt: instantColumn('confirmed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.address] }),
    index('recipient_addresses_unconfirmed')
      .on(table.address)
      .where(sql`${table.confirmedAt} is null`),
  ],
);

/** Links in confirmation emails, one per attempt to send. */
export const confirmationLinks = pgTable(
  'confirmation_links',
  {
    organizationId: organization(),
    /** SHA-256 of the token, which only the email contains. */
    tokenHash: text('token_hash').notNull(),
    address: text('address').notNull(),
    /** Expiry. All instants of this table are platform time. */
    expiresAt: instantColumn('expires_at').notNull(),
    usedAt: instantColumn('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.tokenHash] }),
    index('confirmation_links_of_address').on(table.organizationId, table.address),
    index('confirmation_links_by_end').on(table.expiresAt),
  ],
);
