import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { type Database, instantOf, secondsOf } from '#server/database/database.ts';
import { invoiceLines, invoices } from '#server/database/tables/invoices.ts';
import { newestFirst } from './invoices.ts';

const exported = {
  id: invoices.id,
  number: invoices.number,
  status: invoices.status,
  periodStart: invoices.periodStart,
  periodEnd: invoices.periodEnd,
  subtotalCents: invoices.subtotalCents,
  amountDueCents: invoices.amountDueCents,
  carriedCents: invoices.carriedCents,
  creditedCents: invoices.creditedCents,
  billedTo: invoices.billedTo,
};

export type ExportedInvoice = { readonly [Field in keyof typeof exported]: (typeof invoices.$inferSelect)[Field] };

export type ExportedLine = Pick<
  typeof invoiceLines.$inferSelect,
  | 'invoiceId'
  | 'description'
  | 'carriedOver'
  | 'metric'
  | 'periodStart'
  | 'periodEnd'
  | 'unitPriceDescription'
  | 'derivation'
  | 'amountBeforeDiscountCents'
  | 'amountCents'
  | 'priceBook'
>;

/** In seconds since 1970; `until` is exclusive. */
export interface Period {
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

const batchSize = 500;

/** Runs a keyset query per batch, so that a slow download occupies no connection and new invoices do not shift the batches. */
export async function* invoicesOfPeriod(
  db: Database,
  organizationId: number,
  { from, until }: Period,
): AsyncGenerator<readonly ExportedInvoice[]> {
  let last: ExportedInvoice | undefined;
  do {
    const after = last && sql`(${invoices.periodEnd}, ${invoices.id}) < (to_timestamp(${secondsOf(last.periodEnd)}), ${last.id})`;
    const batch: ExportedInvoice[] = await db
      .select(exported)
      .from(invoices)
      .where(
        and(
          eq(invoices.organizationId, organizationId),
          from === undefined ? undefined : gte(invoices.periodEnd, instantOf(from)),
          until === undefined ? undefined : lt(invoices.periodEnd, instantOf(until)),
          after,
        ),
      )
      .orderBy(...newestFirst)
      .limit(batchSize);
    last = batch.at(-1);
    if (batch.length > 0) yield batch;
    if (batch.length < batchSize) return;
  } while (last);
}

export async function linesOfInvoices(
  db: Database,
  organizationId: number,
  batch: readonly ExportedInvoice[],
): Promise<ReadonlyMap<string, readonly ExportedLine[]>> {
  const {
    invoiceId,
    description,
    carriedOver,
    metric,
    periodStart,
    periodEnd,
    unitPriceDescription,
    derivation,
    amountBeforeDiscountCents,
    amountCents,
    priceBook,
  } = invoiceLines;
  const ids = batch.map(({ id }) => id);
  const rows = await db
    .select({
      invoiceId,
      description,
      carriedOver,
      metric,
      periodStart,
      periodEnd,
      unitPriceDescription,
      derivation,
      amountBeforeDiscountCents,
      amountCents,
      priceBook,
    })
    .from(invoiceLines)
    .where(and(eq(invoiceLines.organizationId, organizationId), inArray(invoiceLines.invoiceId, ids)))
    .orderBy(desc(invoiceLines.invoiceId), invoiceLines.position);
  const lines = new Map<string, ExportedLine[]>();
  for (const row of rows) lines.set(row.invoiceId, [...(lines.get(row.invoiceId) ?? []), row]);
  return lines;
}
