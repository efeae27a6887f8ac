import { noteInvoiceIssued } from '#server/billing/invoice-notices.ts';
import { type Database, instantOf } from '#server/database/database.ts';
import { backdateDeliveries } from '#server/store/notices/past-deliveries.ts';
import type { LivingFleet } from './insert-organizations.ts';

/** The one mail of the past that is still to be seen: about the newest invoice of an organization with an address that does not work. */
export async function tellOfBounces(tx: Database, { organizations, invoices }: LivingFleet): Promise<void> {
  for (const { id: organizationId, seed } of organizations) {
    const { bouncedEmails = [] } = seed;
    const newest = invoices.filter((invoice) => invoice.organizationId === organizationId).at(-1);
    if (bouncedEmails.length === 0 || !newest) continue;
    const { id, amountDueCents, finalizedAtSeconds } = newest;
    await noteInvoiceIssued(tx, {
      organizationId,
      id,
      totalCents: amountDueCents,
      dueCents: amountDueCents,
      atSeconds: finalizedAtSeconds,
    });
    await backdateDeliveries(tx, organizationId, bouncedEmails, instantOf(finalizedAtSeconds));
  }
}
