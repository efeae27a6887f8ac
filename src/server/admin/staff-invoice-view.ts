import type { AdminShape } from '#contract/admin/admin-types.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import { notFound } from '#server/platform-error.ts';
import { putMetadata } from '#server/store/provisioning/operator-metadata.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { staffInvoice, targetOfInvoice, type StaffTarget } from '#server/store/staff-actions.ts';
import type { AdminHandler } from './admin-handler.ts';

type InvoiceRow = NonNullable<Awaited<ReturnType<typeof staffInvoice>>>;

export const invoiceView = (row: InvoiceRow, slug: string): AdminShape<'StaffInvoice'> => ({
  id: row.id,
  number: row.number,
  organization: slug,
  status: row.status,
  subtotal_cents: row.subtotalCents,
  amount_due_cents: row.amountDueCents,
  credited_cents: row.creditedCents,
  period_end: secondsOf(row.periodEnd),
  metadata: row.metadata,
});

interface LineRow {
  readonly description: string;
  readonly amountCents: number;
  readonly priceBook: string;
}

export const lineView = ({ description, amountCents, priceBook }: LineRow): AdminShape<'StaffInvoiceLine'> => ({
  description,
  amount_cents: amountCents,
  price_book: priceBook,
});

export async function invoiceAnswer(
  tx: Database,
  { organizationId, slug }: StaffTarget,
  invoiceId: string,
): Promise<AdminShape<'StaffInvoice'>> {
  const row = await staffInvoice(tx, organizationId, invoiceId);
  if (!row) throw new Error(`There is no invoice ${invoiceId}`);
  return invoiceView(row, slug);
}

export const putInvoiceMetadata: AdminHandler<'putInvoiceMetadata'> = ({ params: { invoice_id: subject }, body: { metadata } }, { db }) =>
  db.transaction(async (tx) => {
    const target = await targetOfInvoice(tx, subject);
    if (!target) throw notFound('Invoice');
    await lockOrganization(tx, target.organizationId);
    await putMetadata(tx, { organizationId: target.organizationId, kind: 'invoice', subject }, metadata);
    return { data: await invoiceAnswer(tx, target, subject) };
  });
