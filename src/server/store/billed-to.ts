import { and, eq, ne } from 'drizzle-orm';
import type { BilledTo } from '#contract/types.ts';
import type { Database } from '#server/database/database.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { detailsOf, findCustomer } from './customers.ts';

/** The bill-to of an invoice that becomes final now. Later changes of the customer leave it unchanged: accountants rely on that. */
export async function billedToNow(db: Database, organizationId: number): Promise<BilledTo> {
  const [[organization], customer] = await Promise.all([
    db.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, organizationId)),
    findCustomer(db, organizationId),
  ]);
  if (!organization) throw new Error(`There is no organization ${organizationId}`);
  const { billingName, address, taxId } = customer ? detailsOf(customer) : { billingName: null, address: null, taxId: null };
  return { name: organization.name, billing_name: billingName, address, tax_id: taxId };
}

/** For history whose invoices are seeded before the customer: they bill today's customer. */
export async function billPastTo(db: Database, organizationId: number): Promise<void> {
  await db
    .update(invoices)
    .set({ billedTo: await billedToNow(db, organizationId) })
    .where(and(eq(invoices.organizationId, organizationId), ne(invoices.status, 'draft')));
}
