import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { ratioFromText, type Ratio, ZERO } from '#lib/money-ratio.ts';
import type { LineKey } from '#server/domain/lines.ts';
import { type Database, secondsOf } from '#server/database/database.ts';
import { type BilledLine, readDerivation, type StoredBreakdownEntry } from '#server/database/line-format.ts';
import { invoiceLines, invoices } from '#server/database/tables/invoices.ts';

/** Omits the breakdown by project, which can have thousands of entries. */
export interface ChargedLine extends Omit<BilledLine, 'breakdown'> {
  readonly invoiceId: string;
  readonly position: number;
  readonly projectCount: number;
}

const columns = {
  invoiceId: invoiceLines.invoiceId,
  position: invoiceLines.position,
  periodId: invoiceLines.periodId,
  key: invoiceLines.key,
  group: invoiceLines.lineGroup,
  carriedOver: invoiceLines.carriedOver,
  reportedLater: invoiceLines.reportedLater,
  description: invoiceLines.description,
  metric: invoiceLines.metric,
  kind: invoiceLines.kind,
  usageBased: invoiceLines.usageBased,
  proration: invoiceLines.proration,
  periodStart: invoiceLines.periodStart,
  periodEnd: invoiceLines.periodEnd,
  amountCents: invoiceLines.amountCents,
  amountBeforeDiscountCents: invoiceLines.amountBeforeDiscountCents,
  unitPriceDescription: invoiceLines.unitPriceDescription,
  priceBook: invoiceLines.priceBook,
  derivation: invoiceLines.derivation,
  projectCount: sql<number>`jsonb_array_length(${invoiceLines.breakdown})`,
};

export async function chargedLines(db: Database, organizationId: number, invoiceIds: readonly string[]): Promise<ChargedLine[]> {
  if (invoiceIds.length === 0) return [];
  const rows = await db
    .select(columns)
    .from(invoiceLines)
    .where(and(eq(invoiceLines.organizationId, organizationId), inArray(invoiceLines.invoiceId, [...invoiceIds])))
    .orderBy(asc(invoiceLines.invoiceId), asc(invoiceLines.position));
  return rows.map(({ periodStart, periodEnd, derivation, ...row }) => ({
    ...row,
    periodStartSeconds: secondsOf(periodStart),
    periodEndSeconds: secondsOf(periodEnd),
    derivation: derivation && readDerivation(derivation),
  }));
}

export async function projectsOfLine(
  db: Database,
  organizationId: number,
  { invoiceId, position }: Pick<ChargedLine, 'invoiceId' | 'position'>,
): Promise<readonly StoredBreakdownEntry[]> {
  const [row] = await db
    .select({ breakdown: invoiceLines.breakdown })
    .from(invoiceLines)
    .where(
      and(eq(invoiceLines.organizationId, organizationId), eq(invoiceLines.invoiceId, invoiceId), eq(invoiceLines.position, position)),
    );
  return row?.breakdown ?? [];
}

/** Usage of a line on the previous invoice of the same period. */
export interface EarlierStatement {
  readonly atSeconds: number;
  /** Usage above the quota that was not charged, in base units. */
  readonly uncharged: Ratio;
  readonly used: Ratio;
  /** By project, in base units. */
  readonly usage: ReadonlyMap<string, Ratio>;
}

/** Returns the usage already billed before an invoice. @param before the time and the ID of that invoice; null for the next invoice */
export async function earlierStatements(
  db: Database,
  organizationId: number,
  periodId: number,
  keys: readonly LineKey[],
  before: { readonly atSeconds: number; readonly id: string } | null,
): Promise<Map<LineKey, EarlierStatement>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .select({ key: invoiceLines.key, at: invoices.periodEnd, derivation: invoiceLines.derivation, breakdown: invoiceLines.breakdown })
    .from(invoiceLines)
    .innerJoin(invoices, and(eq(invoices.organizationId, invoiceLines.organizationId), eq(invoices.id, invoiceLines.invoiceId)))
    .where(
      and(
        eq(invoiceLines.organizationId, organizationId),
        eq(invoiceLines.periodId, periodId),
        inArray(invoiceLines.key, [...keys]),
        before === null ? undefined : sql`(${invoices.periodEnd}, ${invoices.id}) < (to_timestamp(${before.atSeconds}), ${before.id})`,
      ),
    )
    .orderBy(asc(invoices.periodEnd), asc(invoices.id));
  return new Map(
    rows.map(({ key, at, derivation, breakdown }) => [
      key,
      {
        atSeconds: secondsOf(at),
        uncharged: derivation ? ratioFromText(derivation.uncharged) : ZERO,
        used: derivation ? ratioFromText(derivation.used) : ZERO,
        usage: new Map(breakdown.map(({ projectRef, usage }) => [projectRef, ratioFromText(usage)])),
      },
    ]),
  );
}
