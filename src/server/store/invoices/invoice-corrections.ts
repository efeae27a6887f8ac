import { and, asc, count, eq, gt, inArray, ne } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { invoiceCorrections } from '#server/database/tables/invoice-corrections.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { disputes, refunds } from '#server/database/tables/refunds.ts';
import { sourceOfInvoice } from '#server/store/ledger.ts';

export type CorrectionRow = typeof invoiceCorrections.$inferSelect;

export async function correctionsOf(db: Database, organizationId: number, invoiceIds: readonly string[]): Promise<CorrectionRow[]> {
  if (invoiceIds.length === 0) return [];
  return db
    .select()
    .from(invoiceCorrections)
    .where(and(eq(invoiceCorrections.organizationId, organizationId), inArray(invoiceCorrections.invoiceId, [...invoiceIds])))
    .orderBy(asc(invoiceCorrections.invoiceId), asc(invoiceCorrections.position));
}

export async function correctionsSince(db: Database, organizationId: number, since: Date): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(invoiceCorrections)
    .where(and(eq(invoiceCorrections.organizationId, organizationId), gt(invoiceCorrections.correctedAt, since)));
  return row?.count ?? 0;
}

/** Finds an invoice and checks whether it is refunded or disputed. */
export async function findInvoiceToCorrect(tx: Database, organizationId: number, invoiceId: string) {
  const isIt = and(eq(invoices.organizationId, organizationId), eq(invoices.id, invoiceId));
  const [invoice] = await tx.select().from(invoices).where(isIt);
  if (!invoice) return undefined;
  const source = sourceOfInvoice(invoiceId);
  const refunded = await tx.$count(
    refunds,
    and(eq(refunds.organizationId, organizationId), eq(refunds.source, source), ne(refunds.state, 'failed')),
  );
  const disputed = await tx.$count(
    disputes,
    and(eq(disputes.organizationId, organizationId), eq(disputes.source, source), ne(disputes.state, 'won')),
  );
  return { ...invoice, isRefunded: refunded > 0, isDisputed: disputed > 0 };
}

export async function insertCorrection(tx: Database, correction: CorrectionRow): Promise<void> {
  await tx.insert(invoiceCorrections).values(correction);
}
