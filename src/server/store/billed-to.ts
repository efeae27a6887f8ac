import { and, eq, ne } from 'drizzle-orm';
import type { BilledTo } from '#contract/types.ts';
import { detailsOf, findCustomer } from './customers.ts';
import type { Database } from './database.ts';
import { invoices } from './tables/invoices.ts';
import { organizations } from './tables/organizations.ts';

/** Whom an invoice that is final now bills. Later changes of the customer leave it as it is: accountants rely on that. */
export async function billedToNow(db: Database, organizationId: number): Promise<BilledTo> {
  const [[organization], customer] = await Promise.all([
    db.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, organizationId)),
    findCustomer(db, organizationId),
  ]);
  if (!organization) throw new Error(`There is no organization ${organizationId}`);
  const { billingName, address, taxId } = customer ? detailsOf(customer) : { billingName: null, address: null, taxId: null };
  return { name: organization.name, billing_name: billingName, address, tax_id: taxId };
}

/** For a past whose invoices were written before its customer: they bill the one of today. */
export async function billPastTo(db: Database, organizationId: number): Promise<void> {
  await db
    .update(invoices)
    .set({ billedTo: await billedToNow(db, organizationId) })
    .where(and(eq(invoices.organizationId, organizationId), ne(invoices.status, 'draft')));
}
