import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { perDatabase, type Database, secondsOf } from '#server/database/database.ts';
import { readBreakdown, readDerivation, type BilledLine } from '#server/database/line-format.ts';
import { invoiceLines } from '#server/database/tables/invoices.ts';

const statements = perDatabase((db) => ({
  ofInvoice: db
    .select(getTableColumns(invoiceLines))
    .from(invoiceLines)
    .where(
      and(eq(invoiceLines.organizationId, sql.placeholder('organizationId')), eq(invoiceLines.invoiceId, sql.placeholder('invoiceId'))),
    )
    .orderBy(asc(invoiceLines.position))
    .prepare('lines_of_invoice'),
  amountsOfInvoice: db
    .select({
      description: invoiceLines.description,
      periodStart: invoiceLines.periodStart,
      periodEnd: invoiceLines.periodEnd,
      amountCents: invoiceLines.amountCents,
    })
    .from(invoiceLines)
    .where(
      and(eq(invoiceLines.organizationId, sql.placeholder('organizationId')), eq(invoiceLines.invoiceId, sql.placeholder('invoiceId'))),
    )
    .orderBy(asc(invoiceLines.position))
    .prepare('amounts_of_invoice_lines'),
}));

/** Returns the lines in invoice order. Omits the stored calculation, because it can be large. */
export async function readLineAmounts(db: Database, organizationId: number, invoiceId: string) {
  const rows = await statements(db).amountsOfInvoice.execute({ organizationId, invoiceId });
  return rows.map(({ periodStart, periodEnd, ...row }) => ({
    ...row,
    periodStartSeconds: secondsOf(periodStart),
    periodEndSeconds: secondsOf(periodEnd),
  }));
}

/** In order; empty if the invoice belongs to another organization. */
export async function readInvoiceLines(db: Database, organizationId: number, invoiceId: string): Promise<BilledLine[]> {
  const rows = await statements(db).ofInvoice.execute({ organizationId, invoiceId });
  return rows.map((row) => ({
    key: row.key,
    group: row.lineGroup,
    description: row.description,
    metric: row.metric,
    kind: row.kind,
    usageBased: row.usageBased,
    proration: row.proration,
    periodStartSeconds: secondsOf(row.periodStart),
    periodEndSeconds: secondsOf(row.periodEnd),
    amountCents: row.amountCents,
    amountBeforeDiscountCents: row.amountBeforeDiscountCents,
    derivation: row.derivation && readDerivation(row.derivation),
    breakdown: readBreakdown(row.breakdown),
    periodId: row.periodId,
    carriedOver: row.carriedOver,
    reportedLater: row.reportedLater,
    unitPriceDescription: row.unitPriceDescription,
    priceBook: row.priceBook,
  }));
}
