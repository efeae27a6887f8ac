import { noteInvoiceIssued } from '#server/billing/invoice-notices.ts';
import { type Database, instantOf } from '#server/database/database.ts';
import { backdateDeliveries } from '#server/store/backdate.ts';
import type { LivingFleet } from './insert-organizations.ts';

/** Mails of the past that are still to be seen: about all invoices of an organization, or about its newest where an address does not work. */
export async function tellOfPastMails(tx: Database, { organizations, invoices }: LivingFleet): Promise<void> {
  for (const { id: organizationId, seed } of organizations) {
    const { bouncedEmails = [], hasPastMails = false } = seed;
    const own = invoices.filter((invoice) => invoice.organizationId === organizationId);
    const told = hasPastMails ? own : bouncedEmails.length > 0 ? own.slice(-1) : [];
    for (const { id, amountDueCents, finalizedAtSeconds: atSeconds } of told) {
      await noteInvoiceIssued(tx, { organizationId, id, totalCents: amountDueCents, dueCents: amountDueCents, atSeconds });
      await backdateDeliveries(tx, organizationId, bouncedEmails, instantOf(atSeconds));
    }
  }
}
