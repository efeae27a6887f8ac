/** Events that happen to an organization before its next period is created. */
import { expect } from 'vitest';
import { COMMAND } from '#server/domain/staff/people.ts';
import { putOrganization } from '#server/admin/put-organization.ts';
import type { AdminParts } from '#server/admin/admin-handler.ts';
import { upcomingBill } from '#server/billing/periods/billed-usage.ts';
import { loadBillingInputs } from '#server/billing/periods/billing-inputs.ts';
import { changePlan, changeSpendCap } from '#server/billing/invoices/change-plan.ts';
import { closeCycle } from '#server/billing/invoices/close-cycle.ts';
import { recordUsage } from '#server/billing/usage/record-usage.ts';
import { addBudget, changeBudget, deleteBudget } from '#server/billing/budgets/save-budget.ts';
import type { LimitBasis } from '#server/domain/budget/spending-limit.ts';
import { instantOf } from '#server/database/database.ts';
import { projectRef } from '#server/seed/identifiers.ts';
import { billedSubscription } from '#server/store/billing-periods.ts';
import { budgetsOf } from '#server/store/budgets.ts';
import type { BillingStore } from '#tests/support/billing-store.ts';
import { gb, ignore } from './fixtures.ts';

export async function setLimit(
  store: BillingStore,
  slug: string,
  amountCents: number | null,
  atSeconds: number,
  basis: LimitBasis = 'overage',
): Promise<void> {
  const organizationId = await store.organizationId(slug);
  const [budget] = await budgetsOf(store.db, organizationId);
  const terms = { name: 'Limit', scope: 'organization', basis, thresholds: [], atLimit: 'stop', recipients: null } as const;
  await store.db.transaction(async (tx) => {
    if (amountCents === null) await deleteBudget(tx, organizationId, budget?.id ?? '', atSeconds);
    else if (budget) await changeBudget(tx, budget, { ...terms, amountCents }, atSeconds);
    else await addBudget(tx, { id: `bud_${slug}`, organizationId, ...terms, amountCents, createdAt: instantOf(atSeconds) }, atSeconds);
  });
}

export async function use(
  store: BillingStore,
  slug: string,
  gigabytes: number,
  atSeconds: number,
  heardSeconds = atSeconds,
): Promise<void> {
  const record = {
    index: 0,
    id: `${slug} ${atSeconds} ${heardSeconds} ${gigabytes}`,
    projectRef: projectRef(slug, 'app'),
    metric: 'EGRESS',
    fromSeconds: atSeconds,
    untilSeconds: null,
    quantity: gigabytes * gb,
  };
  const { rejected } = await recordUsage(store.db, await store.organizationId(slug), [record], heardSeconds);
  expect(rejected).toEqual([]);
}

export async function agree(store: BillingStore, slug: string, terms: object, atSeconds: number): Promise<void> {
  const key = { id: COMMAND, name: COMMAND, scopes: [] };
  const parts = { db: store.db, key, nowSeconds: atSeconds } as unknown as AdminParts;
  await putOrganization({ params: { slug }, body: { name: slug, ...terms }, query: {} }, parts);
}

export async function switchCap(store: BillingStore, slug: string, atSeconds: number): Promise<void> {
  const organizationId = await store.organizationId(slug);
  const { usageBillingEnabled: turnsOn } = await billedSubscription(store.db, organizationId);
  await store.db.transaction((tx) => changeSpendCap(tx, organizationId, turnsOn, atSeconds, ignore));
}

export const upgrade = async (store: BillingStore, slug: string, atSeconds: number, effectSeconds = atSeconds): Promise<void> => {
  const organizationId = await store.organizationId(slug);
  const team = { planId: 'team', usageBillingEnabled: true, feeChargedCents: 59_900 } as const;
  await store.db.transaction((tx) => changePlan(tx, { organizationId, atSeconds, effectSeconds, ...team }, ignore));
};

export const close = async (store: BillingStore, slug: string, createdSeconds: number): Promise<void> => {
  const organizationId = await store.organizationId(slug);
  expect(await store.db.transaction((tx) => closeCycle(tx, organizationId, createdSeconds, ignore))).not.toBeNull();
};

/** Returns the initial terms of the current period, and its invoice lines without carried usage and late usage. */
export async function running(store: BillingStore, slug: string, asOfSeconds: number) {
  const inputs = await loadBillingInputs(store.db, await store.organizationId(slug), asOfSeconds);
  const { plan, startsAt, endsAt, contract, priceBookId, capInitiallyOn, capChanges, limitChanges } = inputs.running.row;
  const { lines } = await upcomingBill(inputs, asOfSeconds);
  const cycleLines = lines.filter(({ carriedOver, reportedLater }) => !carriedOver && !reportedLater);
  return {
    terms: { plan, startsAt, endsAt, contract, priceBookId, capInitiallyOn, capChanges, limitChanges },
    discounts: inputs.running.period.discounts,
    lines: cycleLines.map(({ key, amountCents, description }) => [key, amountCents, description]),
  };
}

export const egressCents = async (store: BillingStore, slug: string, asOfSeconds: number): Promise<number> => {
  const { lines } = await running(store, slug, asOfSeconds);
  return Number(lines.find(([key]) => key === 'EGRESS:primary')?.[1] ?? 0);
};
