import type { AdminShape } from '#contract/admin/admin-types.ts';
import { releaseHeldDrafts } from '#server/billing/invoices/held-drafts.ts';
import { instantOf, type Database } from '#server/database/database.ts';
import { newId } from '#server/payments/ids.ts';
import { customerOf, lockCustomer, saveDetails } from '#server/store/customers.ts';

type Given = Pick<AdminShape<'OrganizationInput'>, 'po_number' | 'buyer_reference' | 'po_required'>;

/** Saves the references of every invoice; absent ones stay as they are. The caller must hold the organization lock. */
export async function saveReferences(tx: Database, organizationId: number, given: Given, nowSeconds: number): Promise<void> {
  const { po_number, buyer_reference, po_required } = given;
  if (po_number === undefined && buyer_reference === undefined && po_required === undefined) return;
  await customerOf(tx, organizationId, () => newId('cust'));
  await saveDetails(tx, await lockCustomer(tx, organizationId), { references: { po_number, buyer_reference, po_required } });
  await releaseHeldDrafts(tx, organizationId, instantOf(nowSeconds));
}
