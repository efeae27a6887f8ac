import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { PlanId } from '#contract/types.ts';
import { changePlan } from '#server/billing/invoices/change-plan.ts';
import { collectByCard } from '#server/billing/invoices/collections.ts';
import { deleteBudget } from '#server/billing/budgets/save-budget.ts';
import { organizations as organizationTable } from '#server/database/tables/organizations.ts';
import { subscriptions } from '#server/database/tables/subscriptions.ts';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { budgetsOf } from '#server/store/budgets.ts';
import { onEachBillingStore, seconds } from '#tests/support/billing-store.ts';

const now = seconds('2026-03-10T12:00:00Z');
const free = { cyclesBefore: 0, daysIntoCycle: 9, projects: [{ name: 'app' }], plan: 'free' } as const;
const seeds: OrganizationSeed[] = ['begins', 'partner', 'transfers'].map((slug) => ({ ...free, slug, name: slug }));
const existing: OrganizationSeed = { ...free, slug: 'existing', name: 'existing', plan: 'pro' };

onEachBillingStore([...seeds, existing], now, (get) => {
  const changeTo = async (slug: string, planId: PlanId, feeChargedCents: number): Promise<void> => {
    const store = get();
    const atSeconds = store.clock.nowSeconds();
    const organizationId = await store.organizationId(slug);
    const change = { organizationId, atSeconds, planId, usageBillingEnabled: planId !== 'free', feeChargedCents };
    await store.db.transaction((tx) => changePlan(tx, change, collectByCard));
    await store.jobs.moveClock(atSeconds + 60);
  };
  const alertsOf = async (slug: string) =>
    (await budgetsOf(get().db, await get().organizationId(slug))).map(
      ({ name, scope, basis, amountCents, thresholds, atLimit, recipients }) => ({
        name,
        scope,
        basis,
        amountCents,
        thresholds,
        atLimit,
        recipients,
      }),
    );

  it('sets an alert at twice the plan price when an organization first leaves Free, which stays removed', async () => {
    await changeTo('begins', 'pro', 2500);
    expect(await alertsOf('begins')).toEqual([
      {
        name: 'Twice the plan price',
        scope: 'organization',
        basis: 'bill',
        amountCents: 5000,
        thresholds: [{ percent: 100, on: 'actual' }],
        atLimit: 'alert',
        recipients: null,
      },
    ]);
    const organizationId = await get().organizationId('begins');
    const [alert] = await budgetsOf(get().db, organizationId);
    await get().db.transaction((tx) => deleteBudget(tx, organizationId, alert?.id ?? '', get().clock.nowSeconds()));
    for (const planId of ['team', 'free', 'pro'] as const) await changeTo('begins', planId, planId === 'free' ? 0 : 2500);
    expect(await alertsOf('begins')).toEqual([]);
  });

  it('sets none for a partner, a payer by invoice, a plan without a price, or a plan that was paid before', async () => {
    const { db } = get();
    await db
      .update(organizationTable)
      .set({ billingPartner: 'aws_marketplace' })
      .where(eq(organizationTable.id, await get().organizationId('partner')));
    await db
      .update(subscriptions)
      .set({ paymentMethodType: 'invoice' })
      .where(eq(subscriptions.organizationId, await get().organizationId('transfers')));
    for (const slug of ['partner', 'transfers']) await changeTo(slug, 'pro', 2500);
    await changeTo('existing', 'free', 0);
    await changeTo('existing', 'pro', 2500);
    for (const slug of ['partner', 'transfers', 'existing']) expect([slug, await alertsOf(slug)]).toEqual([slug, []]);
  });
});
