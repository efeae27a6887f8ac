import { and, eq, gte, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { PlanId } from '#contract/types.ts';
import type { BillingPeriod } from '#server/domain/bill.ts';
import type { Cycle } from '#server/domain/periods.ts';
import { unchargedViolations, type Violation } from '#server/domain/violations.ts';
import { type Database, instantOf } from '#server/database/database.ts';
import { runSteps } from '#server/database/in-pages.ts';
import { invoiceLines, invoices } from '#server/database/tables/invoices.ts';
import { restrictionReviews } from '#server/database/tables/restriction-reviews.ts';
import { booksOfOrganization } from '#server/store/price-books.ts';
import { exceededWithEarlier } from './cut-cycles.ts';

export async function hasQuotaCase(tx: Database, organizationId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: restrictionReviews.organizationId })
    .from(restrictionReviews)
    .where(and(eq(restrictionReviews.organizationId, organizationId), isNotNull(restrictionReviews.quotaCaseAt)));
  return rows.length > 0;
}

/**
 * Updates the quota case at the end of a cycle. The case records that quotas were exceeded without a charge.
 * A cycle above the quotas opens the case or keeps it open; any other cycle closes the case.
 * @param exceeded null if no quota was exceeded
 */
export async function recordCycleEnd(
  tx: Database,
  organizationId: number,
  endSeconds: number,
  planId: PlanId,
  exceeded: readonly Violation[] | null,
): Promise<void> {
  const end = instantOf(endSeconds);
  const casePlan = exceeded === null ? null : sql`coalesce(${restrictionReviews.quotaCasePlan}, ${planId})`;
  const caseAt = exceeded === null ? null : sql`coalesce(${restrictionReviews.quotaCaseAt}, ${end.toISOString()}::timestamptz)`;
  const quotaCaseViolations = [...(exceeded ?? [])];
  await tx
    .insert(restrictionReviews)
    .values({
      organizationId,
      dueAt: end,
      quotaCaseAt: exceeded === null ? null : end,
      quotaCasePlan: exceeded === null ? null : planId,
      quotaCaseViolations,
    })
    .onConflictDoUpdate({
      target: restrictionReviews.organizationId,
      set: {
        dueAt: end,
        quotaCaseAt: caseAt,
        quotaCasePlan: casePlan,
        quotaCaseViolations,
        exceededSince: null,
        exceededMetrics: [],
        isCapReached: false,
        measuredFrom: null,
        measuredUntil: null,
      },
    });
}

/** Opens a quota case if the uncharged usage of a shortened cycle exceeded quotas. Usage of earlier shortened cycles is added. */
export async function recordPlanChange(tx: Database, organizationId: number, period: BillingPeriod, atSeconds: number): Promise<void> {
  const violations = await runSteps(unchargedViolations(period, atSeconds));
  const exceededCycle = violations && { cycle: period.cycle, violations };
  const exceeded = (await exceededWithEarlier(tx, organizationId, period, atSeconds)) ?? exceededCycle;
  if (exceeded) await recordCutCycle(tx, organizationId, exceeded.cycle, period.planId, exceeded.violations);
}

/** The quota case begins at the planned end of the shortened cycle and measures the whole planned cycle. An open case stays unchanged. */
async function recordCutCycle(
  tx: Database,
  organizationId: number,
  { startSeconds, endSeconds }: Cycle,
  planId: PlanId,
  exceeded: readonly Violation[],
): Promise<void> {
  const begun = { quotaCaseAt: instantOf(endSeconds), quotaCasePlan: planId, quotaCaseViolations: [...exceeded] };
  const measure = { measuredFrom: instantOf(startSeconds), measuredUntil: instantOf(endSeconds) };
  await tx
    .insert(restrictionReviews)
    .values({ organizationId, ...begun, ...measure })
    .onConflictDoUpdate({
      target: restrictionReviews.organizationId,
      set: { ...begun, ...measure },
      setWhere: isNull(restrictionReviews.quotaCaseAt),
    });
}

/**
 * Returns true if an invoice that charged all overage of a full cycle was finalized since the quota case began, and is now paid or void.
 * Ignores invoices with carried amounts.
 */
export async function isOveragePaid(tx: Database, organizationId: number, caseAt: Date): Promise<boolean> {
  // The price book version of each line determines which metrics the cap covers.
  const coveredBy = (await booksOfOrganization(tx, organizationId)).map(({ version, covered }) =>
    and(eq(invoiceLines.priceBook, version), inArray(invoiceLines.metric, [...covered])),
  );
  const isWholeCycle = sql`${invoiceLines.derivation} ->> 'prorated' is null`;
  const ofCoveredLines = and(
    eq(invoiceLines.organizationId, invoices.organizationId),
    eq(invoiceLines.invoiceId, invoices.id),
    or(...coveredBy),
  );
  const rows = await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        eq(invoices.organizationId, organizationId),
        inArray(invoices.status, ['paid', 'void']),
        eq(invoices.carriedCents, 0),
        gte(invoices.finalizedAt, caseAt),
        sql`exists (select 1 from ${invoiceLines} where ${ofCoveredLines} and ${invoiceLines.derivation} ->> 'billable' not like '0%' and ${isWholeCycle})`,
        sql`not exists (select 1 from ${invoiceLines} where ${ofCoveredLines} and ${invoiceLines.derivation} ->> 'uncharged' not like '0%')`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}
