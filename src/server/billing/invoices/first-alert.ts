import { and, eq, ne } from 'drizzle-orm';
import type { PlanId } from '#contract/types.ts';
import { budgetsTexts } from '#lib/texts/budgets.ts';
import { type Database, instantOf } from '#server/database/database.ts';
import { billingPeriods } from '#server/database/tables/periods.ts';
import { requestBudgetReviews } from '#server/billing/limits/limit-terms.ts';
import type { BilledSubscription } from '#server/store/billing-periods.ts';
import { insertBudget, newBudgetId } from '#server/store/budgets.ts';

interface FirstPaidPlan {
  readonly organizationId: number;
  readonly fromPlan: PlanId;
  /** Price of the new plan per cycle in cents, as charged. */
  readonly priceCents: number;
  readonly atSeconds: number;
}

type Payer = Pick<BilledSubscription, 'billingPartner' | 'paymentMethodType'>;

/** Adds an alert before the first paid period, so that a large first invoice is no surprise. A removed alert is not added again. */
export async function addFirstAlert(
  tx: Database,
  { billingPartner, paymentMethodType }: Payer,
  { organizationId, fromPlan, priceCents, atSeconds }: FirstPaidPlan,
): Promise<void> {
  if (fromPlan !== 'free' || priceCents <= 0 || billingPartner !== null || paymentMethodType !== 'card') return;
  const [paid] = await tx
    .select({ id: billingPeriods.id })
    .from(billingPeriods)
    .where(and(eq(billingPeriods.organizationId, organizationId), ne(billingPeriods.plan, 'free')))
    .limit(1);
  if (paid) return;
  await insertBudget(tx, {
    id: newBudgetId(),
    organizationId,
    name: budgetsTexts.firstAlert,
    scope: 'organization',
    basis: 'bill',
    amountCents: 2 * priceCents,
    thresholds: [{ percent: 100, on: 'actual' }],
    atLimit: 'alert',
    recipients: null,
    createdAt: instantOf(atSeconds),
  });
  await requestBudgetReviews(tx, [organizationId], atSeconds);
}
