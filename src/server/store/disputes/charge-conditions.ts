/** SQL conditions for invoices that are not charged to a card. Both the code that charges and the code that shows invoices use them. */
import { sql } from 'drizzle-orm';
import { leastChargeCents } from '#lib/charge.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { disputes } from '#server/database/tables/refunds.ts';

export const isTooSmallToCharge = sql<boolean>`${invoices.amountDueCents} < ${sql.raw(String(leastChargeCents))}`;

/** SQL condition: a bank holds or has withdrawn a payment of the invoice. */
export const isDisputed = sql<boolean>`exists (
  select from ${disputes} d
  where d.organization_id = ${invoices.organizationId} and d.source = 'invoice:' || ${invoices.id} and d.state <> 'won')`;

/** SQL condition: the invoice is not charged automatically, even if the organization pays by card. */
export const isUncharged = sql<boolean>`(${invoices.chargedOnRequest} or ${isTooSmallToCharge} or ${isDisputed})`;
