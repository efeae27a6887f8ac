/** Drafts that wait for the purchase order number that their customer requires. */
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { findCustomer, lacksPoNumber } from '#server/store/customers.ts';

export const needsPoNumber = async (db: Database, organizationId: number): Promise<boolean> =>
  lacksPoNumber(await findCustomer(db, organizationId));

/** Makes waiting drafts due once the number is given or no longer required. The caller must hold the organization lock. */
export async function releaseHeldDrafts(tx: Database, organizationId: number, now: Date): Promise<void> {
  if (await needsPoNumber(tx, organizationId)) return;
  await tx
    .update(invoices)
    .set({ finalizesAt: now })
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.status, 'draft'), isNotNull(invoices.usageClosedAt)));
}
