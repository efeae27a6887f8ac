import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';
import { members } from './members.ts';
import { organizations } from './organizations.ts';

/** `detaching`: the card is deleted here, but not yet at the gateway. A detached card is never attached again. */
export type MethodState = 'attached' | 'detaching' | 'detached';

/** Copy of the gateway's cards as of the last read, to save gateway calls. The default card is chosen here, not at the gateway. */
export const paymentMethods = pgTable(
  'payment_methods',
  {
    id: text('id').notNull(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    state: text('state').$type<MethodState>().notNull().default('attached'),
    isDefault: boolean('is_default').notNull().default(false),
    /** Equal card numbers have equal fingerprints. */
    fingerprint: text('fingerprint'),
    brand: text('brand'),
    last4: text('last4'),
    expMonth: smallint('exp_month'),
    expYear: smallint('exp_year'),
    addedAt: instantColumn('added_at').notNull(),
    /** Expiry in the last expiry notice, as a number such as 203908. */
    toldExpiry: integer('told_expiry'),
    /** Position in the charge order that a member chose; null if none was chosen. The default card is always charged first. */
    chargeOrder: smallint('charge_order'),
    /** Order in which cards were added, because two cards can be added in the same second. */
    position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity(),
  },
  (table) => [
    primaryKey({ name: 'payment_methods_pkey', columns: [table.id, table.organizationId] }),
    index('payment_methods_of_organization').on(table.organizationId),
    index('untold_expiries')
      .on(table.expYear, table.expMonth)
      .where(sql`${table.isDefault} and ${table.toldExpiry} is distinct from ${table.expYear} * 100 + ${table.expMonth}`),
    uniqueIndex('one_default_method')
      .on(table.organizationId)
      .where(sql`${table.isDefault}`),
    check('method_state_known', sql`${table.state} in ('attached', 'detaching', 'detached')`),
    check('default_is_attached', sql`not ${table.isDefault} or ${table.state} = 'attached'`),
    check('card_is_whole', sql`num_nulls(${table.brand}, ${table.last4}, ${table.expMonth}, ${table.expYear}) in (0, 4)`),
  ],
);

/** Cards that are being added. While a row is open, the platform reads the gateway's cards again before it uses them. */
export const setupIntents = pgTable(
  'setup_intents',
  {
    id: text('id').notNull(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    memberId: integer('member_id').references(() => members.id, { onDelete: 'set null' }),
    state: text('state').$type<'open' | 'succeeded' | 'canceled'>().notNull().default('open'),
    /**
     * The last decline that was counted. It is stored so that no decline counts twice, because several cards can be tried while the setup
     * is open.
     */
    countedDecline: text('counted_decline'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'setup_intents_pkey', columns: [table.id, table.organizationId] }),
    index('open_setup_intents')
      .on(table.organizationId)
      .where(sql`${table.state} = 'open'`),
    index('setup_intents_of_organization').on(table.organizationId),
    index('setup_intents_by_age').on(table.createdAt),
    check('setup_state_known', sql`${table.state} in ('open', 'succeeded', 'canceled')`),
  ],
);
