import { and, asc, count, eq, gt, inArray } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { invoiceCorrections } from '#server/database/tables/invoice-corrections.ts';

export type CorrectionRow = typeof invoiceCorrections.$inferSelect;

/** Corrections of these invoices, oldest first. */
export async function correctionsOf(db: Database, organizationId: number, invoiceIds: readonly string[]): Promise<CorrectionRow[]> {
  if (invoiceIds.length === 0) return [];
  return db
    .select()
    .from(invoiceCorrections)
    .where(and(eq(invoiceCorrections.organizationId, organizationId), inArray(invoiceCorrections.invoiceId, [...invoiceIds])))
    .orderBy(asc(invoiceCorrections.invoiceId), asc(invoiceCorrections.position));
}

/** Number of corrections of an organization after an instant. */
export async function correctionsSince(db: Database, organizationId: number, since: Date): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(invoiceCorrections)
    .where(and(eq(invoiceCorrections.organizationId, organizationId), gt(invoiceCorrections.correctedAt, since)));
  return row?.count ?? 0;
}

export async function insertCorrection(tx: Database, correction: CorrectionRow): Promise<void> {
  await tx.insert(invoiceCorrections).values(correction);
}
