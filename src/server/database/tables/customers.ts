import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import type { TaxVerification } from '#contract/types.ts';
import { instantColumn } from './columns.ts';
import { organizations } from './organizations.ts';

export const customers = pgTable(
  'customers',
  {
    organizationId: integer('organization_id')
      .primaryKey()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /**
     * Random part of the customer's idempotency keys at the gateway. Row IDs are not enough, because two databases can have equal row IDs.
     */
    key: text('key').notNull(),
    /** Null until the first card or payment. */
    gatewayId: text('gateway_id').unique(),
    billingName: text('billing_name'),
    line1: text('line1'),
    line2: text('line2'),
    city: text('city'),
    state: text('state'),
    postalCode: text('postal_code'),
    country: text('country'),
    taxIdType: text('tax_id_type'),
    taxIdValue: text('tax_id_value'),
    taxIdCountry: text('tax_id_country'),
    taxIdGatewayId: text('tax_id_gateway_id'),
    taxIdVerification: text('tax_id_verification').$type<TaxVerification>(),
    /** Until this real time, unknown tax IDs at the gateway must not be deleted. One of them can be new and not yet stored here. */
    taxIdPendingUntil: instantColumn('tax_id_pending_until'),
    /** References of the customer's bookkeeping, printed on every invoice. */
    poNumber: text('po_number'),
    buyerReference: text('buyer_reference'),
    /** The next finalized invoice uses these references instead of `poNumber` and `buyerReference`. Its finalization deletes them. */
    nextPoNumber: text('next_po_number'),
    nextBuyerReference: text('next_buyer_reference'),
    /** If an invoice needs a purchase order number and has none, its draft is held back for up to a day. */
    poRequired: boolean('po_required').notNull().default(false),
    /** Optimistic lock: increases with every save. */
    version: integer('version').notNull().default(0),
  },
  (table) => [
    unique('customers_key_unique').on(table.key, table.organizationId),
    check('address_is_whole', sql`num_nulls(${table.line1}, ${table.country}) in (0, 2)`),
    check('tax_id_is_whole', sql`num_nulls(${table.taxIdType}, ${table.taxIdValue}, ${table.taxIdCountry}) in (0, 3)`),
    check('tax_verification_known', sql`${table.taxIdVerification} in ('pending', 'verified', 'unverified', 'unavailable')`),
  ],
);
