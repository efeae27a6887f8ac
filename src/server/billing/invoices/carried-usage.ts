import { and, asc, eq, gt, inArray, isNull, lte, min, ne, not, notExists } from 'drizzle-orm';
import { CARRIED_USAGE_DAYS } from '#server/domain/collection.ts';
import { HOUR_SECONDS } from '#server/domain/periods.ts';
import { type Database, instantOf, secondsOf } from '#server/database/database.ts';
import { runSteps } from '#server/database/in-pages.ts';
import { changes } from '#server/database/tables/changes.ts';
import { billingPeriods } from '#server/database/tables/periods.ts';
import { recordLateUsageBilled } from '#server/store/billing-periods.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { carriedUsage } from '#server/billing/periods/billed-usage.ts';
import { loadBillingInputs } from '#server/billing/periods/billing-inputs.ts';
import type { ChargeInvoice } from './finalized-invoice.ts';
import { issueInvoice } from './issue-invoice.ts';

const { closedAt, organizationId, plan, invoiceId, isEmpty, hasLateUsage } = billingPeriods;
const isCarried = and(isNull(invoiceId), ne(plan, 'free'), not(isEmpty), not(hasLateUsage));
const waitSeconds = CARRIED_USAGE_DAYS * 24 * HOUR_SECONDS;

/** Next time after `afterSeconds` when carried-over usage must be invoiced; null if no period waits for an invoice. */
export async function nextCarriedUsage(db: Database, afterSeconds: number): Promise<number | null> {
  const isLater = Number.isFinite(afterSeconds) ? gt(closedAt, instantOf(afterSeconds - waitSeconds)) : undefined;
  const [row] = await db
    .select({ at: min(closedAt) })
    .from(billingPeriods)
    .where(and(isCarried, isLater));
  return row?.at ? Math.ceil(row.at.getTime() / 1000) + waitSeconds : null;
}

/** Omits organizations with an open plan change: the invoice would change the customer balance, on which the change's price depends. */
export async function carriedUsageDue(db: Database, nowSeconds: number, limit: number): Promise<{ readonly organizationId: number }[]> {
  const openChange = db
    .select({ id: changes.id })
    .from(changes)
    .where(and(eq(changes.organizationId, organizationId), eq(changes.state, 'open')));
  return (
    db
      .select({ organizationId })
      .from(billingPeriods)
      .where(and(isCarried, lte(closedAt, instantOf(nowSeconds - waitSeconds)), notExists(openChange)))
      .groupBy(organizationId)
      // Sorts by time to use the index on time; sorting by ID would scan all periods that wait for an invoice.
      .orderBy(asc(min(closedAt)), asc(organizationId))
      .limit(limit)
  );
}

/**
 * Bills usage that has waited too long, because repeated plan changes prevented the invoice at the end of a cycle.
 * @returns false if another process has already billed it
 */
export async function billCarriedUsage(tx: Database, id: number, nowSeconds: number, chargeInvoice: ChargeInvoice): Promise<boolean> {
  await lockOrganization(tx, id);
  const inputs = await loadBillingInputs(tx, id, nowSeconds);
  const [oldest] = inputs.carried;
  if (!oldest?.row.closedAt || secondsOf(oldest.row.closedAt) > nowSeconds - waitSeconds) return false;
  const lines = await runSteps(carriedUsage(inputs));
  const periodStartSeconds = oldest.period.cycle.startSeconds;
  const invoice = await issueInvoice(
    tx,
    inputs,
    { organizationId: id, kind: 'final', lines, periodStartSeconds, atSeconds: nowSeconds },
    chargeInvoice,
  );
  await recordLateUsageBilled(tx, id, invoice.id);
  await tx
    .update(billingPeriods)
    .set({ invoiceId: invoice.id, pricedLines: null })
    .where(
      inArray(
        billingPeriods.id,
        inputs.carried.map((carried) => carried.id),
      ),
    );
  return true;
}
