import { and, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm';
import { METRIC_RULES } from '#server/domain/metrics.ts';
import type { Database } from '#server/database/database.ts';
import { invoiceLines, invoices } from '#server/database/tables/invoices.ts';
import { restrictionReviews } from '#server/database/tables/restriction-reviews.ts';

/** Whether an organization has a quota case, suspended or not. */
export async function hasQuotaCase(tx: Database, organizationId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: restrictionReviews.organizationId })
    .from(restrictionReviews)
    .where(and(eq(restrictionReviews.organizationId, organizationId), isNotNull(restrictionReviews.quotaCaseAt)));
  return rows.length > 0;
}

/** Whether an invoice of the time since a case began has been paid that left no overage of the quotas uncharged. */
export async function isOveragePaid(tx: Database, organizationId: number, caseAt: Date): Promise<boolean> {
  const covered = METRIC_RULES.filter(({ capped }) => capped).map(({ metric }) => metric);
  const ofCoveredLines = and(eq(invoiceLines.invoiceId, invoices.id), inArray(invoiceLines.metric, covered));
  const rows = await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        eq(invoices.organizationId, organizationId),
        eq(invoices.status, 'paid'),
        gte(invoices.finalizedAt, caseAt),
        sql`exists (select 1 from ${invoiceLines} where ${ofCoveredLines} and ${invoiceLines.derivation} ->> 'billable' not like '0%')`,
        sql`not exists (select 1 from ${invoiceLines} where ${ofCoveredLines} and ${invoiceLines.derivation} ->> 'uncharged' not like '0%')`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}
