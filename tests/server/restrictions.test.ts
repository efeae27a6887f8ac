import { expect, it } from 'vitest';
import type { Database } from '#server/database/database.ts';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { organizationView } from '#server/routes/organizations.ts';
import { findOrganization } from '#server/store/organizations.ts';
import { changePlan, changeSpendCap } from '#server/billing/invoices/change-plan.ts';
import { reviewOrganization } from '#server/billing/restrictions/restriction-reviews.ts';
import { requestReview } from '#server/store/restriction-reviews.ts';
import { onEachBillingStore, seconds, type BillingStore } from '#tests/support/billing-store.ts';
import { payAll, standingOf, unpaidInvoices, unrestricted, use } from '#tests/support/standings.ts';

const day = 86_400;

const now = seconds('2026-03-10T12:00:00Z');
const gb = 1_000_000_000;
const base = { cyclesBefore: 1, daysIntoCycle: 9, projects: [{ name: 'app' }] } as const;

const organizations: OrganizationSeed[] = [
  { ...base, slug: 'once', name: 'Exceeds once', plan: 'free' },
  { ...base, slug: 'again', name: 'Exceeds again and again', plan: 'free' },
  { ...base, slug: 'uncapped', name: 'Turns the cap off', plan: 'pro', spendCapOn: true },
  { ...base, slug: 'images', name: 'Transforms images', plan: 'pro', spendCapOn: true },
  { ...base, slug: 'upgraded', name: 'Upgrades', plan: 'free' },
  { ...base, slug: 'enlarged', name: 'Upgrades under a cap', plan: 'free' },
  { ...base, slug: 'unpaid', name: 'Does not pay', plan: 'pro' },
  { ...base, slug: 'pays-late', name: 'Pays late', plan: 'pro', paymentMethodType: 'invoice' },
  { ...base, slug: 'payg', name: 'Pays as it goes', plan: 'pro' },
  { ...base, slug: 'undecided', name: 'Turns the cap off and on', plan: 'pro', spendCapOn: true },
];

const nothing = (): Promise<void> => Promise.resolve();

type Review = (tx: Database, organizationId: number, nowSeconds: number) => Promise<unknown>;

async function setCap(store: BillingStore, slug: string, capOn: boolean, at: number, review: Review = reviewOrganization): Promise<void> {
  const id = await store.organizationId(slug);
  await store.db.transaction(async (tx) => {
    await changeSpendCap(tx, id, capOn, at, nothing);
    await review(tx, id, at);
  });
}

onEachBillingStore(organizations, now, (get) => {
  const cycleStart = now - 9 * day;
  const cycleEnd = cycleStart + 31 * day;
  const secondEnd = cycleEnd + 30 * day;

  it('lists what is exceeded as soon as it is, without a status', async () => {
    const store = get();
    for (const slug of ['once', 'again', 'upgraded', 'enlarged']) {
      expect(await standingOf(store, slug)).toEqual(unrestricted);
      await use(store, slug, 6 * gb);
      expect(await standingOf(store, slug)).toEqual({ ...unrestricted, violations: ['exceed_egress_quota'] });
    }
    await use(store, 'uncapped', 300 * gb);
    expect((await standingOf(store, 'uncapped')).violations).toEqual(['exceed_egress_quota']);
    await use(store, 'payg', 300 * gb);
    expect(await standingOf(store, 'payg')).toEqual(unrestricted);
  });

  it('counts an excess that no violation is named for, and sends its restriction without a list', async () => {
    const store = get();
    const restrictionView = async () =>
      organizationView(await findOrganization(store.db, await store.organizationId('images'))).restriction_data;
    await use(store, 'images', 100, 'STORAGE_IMAGES_TRANSFORMED');
    expect(await restrictionView()).toBeNull();
    await use(store, 'images', 1, 'STORAGE_IMAGES_TRANSFORMED');
    expect(await standingOf(store, 'images')).toEqual({ ...unrestricted, violations: [] });
    expect(await restrictionView()).toEqual({ violations: [], grace_period_end: null });
  });

  it('sees the cap as it was left when it changed more than once before anybody looked', async () => {
    const store = get();
    await use(store, 'undecided', 300 * gb);
    const at = store.clock.nowSeconds();
    for (const [later, capOn] of [false, true].entries()) await setCap(store, 'undecided', capOn, at + later, requestReview);
    await store.jobs.moveClock(at + 30);
    expect(await standingOf(store, 'undecided')).toEqual({ ...unrestricted, violations: ['exceed_egress_quota'] });
  });

  it('begins the grace period when the cycle ends', async () => {
    const store = get();
    await store.jobs.moveClock(cycleEnd - 1);
    expect((await standingOf(store, 'once')).status).toBeNull();
    await store.jobs.moveClock(cycleEnd);
    for (const slug of ['once', 'again', 'uncapped', 'upgraded', 'enlarged', 'undecided']) {
      expect([slug, await standingOf(store, slug)]).toEqual([
        slug,
        { status: 'grace_period', violations: ['exceed_egress_quota'], grace: cycleEnd + 14 * day },
      ]);
    }
    expect(await standingOf(store, 'images')).toEqual({ status: 'grace_period', violations: [], grace: cycleEnd + 14 * day });
    expect(await standingOf(store, 'payg')).toEqual(unrestricted);
  });

  it('ends what quotas began when use beyond them is paid for, and when larger ones are', async () => {
    const store = get();
    const at = store.clock.nowSeconds() + 60;
    await store.jobs.moveClock(at);
    const organizationId = await store.organizationId('upgraded');
    const team = {
      organizationId,
      atSeconds: at,
      planId: 'team',
      usageBillingEnabled: true,
      feeChargedCents: 59_900,
    } as const;
    await setCap(store, 'uncapped', false, at);
    await store.db.transaction(async (tx) => {
      await changePlan(tx, team, nothing);
      await reviewOrganization(tx, organizationId, at);
    });
    expect(await standingOf(store, 'uncapped')).toEqual(unrestricted);
    expect(await standingOf(store, 'upgraded')).toEqual(unrestricted);
    const enlarged = await store.organizationId('enlarged');
    const pro = { ...team, organizationId: enlarged, planId: 'pro', usageBillingEnabled: false, feeChargedCents: 2500 } as const;
    await store.db.transaction(async (tx) => {
      await changePlan(tx, pro, nothing);
      await reviewOrganization(tx, enlarged, at);
    });
    expect(await standingOf(store, 'enlarged')).toEqual(unrestricted);
  });

  it('resumes a case with its dates when the cap is on again', async () => {
    const store = get();
    const at = store.clock.nowSeconds();
    const before = await standingOf(store, 'undecided');
    await setCap(store, 'undecided', false, at);
    expect(await standingOf(store, 'undecided')).toEqual(unrestricted);
    await setCap(store, 'undecided', true, at + 1);
    expect(await standingOf(store, 'undecided')).toEqual(before);
    await setCap(store, 'undecided', false, at + 2);
  });

  it('lets it rest after the grace period where the new cycle stays within, and goes on where it does not', async () => {
    const store = get();
    await store.jobs.moveClock(cycleEnd + 5 * day);
    await use(store, 'again', 7 * gb);
    await store.jobs.moveClock(cycleEnd + 14 * day - 1);
    expect((await standingOf(store, 'once')).status).toBe('grace_period');
    await store.jobs.moveClock(cycleEnd + 14 * day);
    expect(await standingOf(store, 'once')).toEqual(unrestricted);
    expect(await standingOf(store, 'again')).toEqual({
      status: 'grace_period_over',
      violations: ['exceed_egress_quota'],
      grace: cycleEnd + 14 * day,
    });
    // Neither the spend cap nor a plan change within the cycle ends the violation. The violation keeps its dates.
    const flipped = store.clock.nowSeconds() + 60;
    const again = await store.organizationId('again');
    const before = await standingOf(store, 'again');
    const change = async (planId: 'free' | 'pro', atSeconds: number) =>
      store.db.transaction(async (tx) => {
        const terms = { usageBillingEnabled: false, feeChargedCents: 0 };
        await changePlan(tx, { organizationId: again, atSeconds, planId, ...terms }, nothing);
        await reviewOrganization(tx, again, atSeconds);
      });
    await store.jobs.moveClock(flipped);
    await change('pro', flipped);
    expect(await standingOf(store, 'again')).toEqual(unrestricted);
    await change('free', flipped + 1);
    expect(await standingOf(store, 'again')).toEqual(before);
    await store.jobs.moveClock(cycleEnd + 21 * day - 1);
    expect((await standingOf(store, 'again')).status).toBe('grace_period_over');
    await store.jobs.moveClock(cycleEnd + 21 * day);
    expect((await standingOf(store, 'again')).status).toBe('restricted');
  });

  it('lifts a restriction with the next cycle, and warns again at once when that exceeds', async () => {
    const store = get();
    await store.jobs.moveClock(secondEnd);
    expect(await standingOf(store, 'again')).toEqual(unrestricted);
    await store.jobs.moveClock(secondEnd + 3 * day);
    await use(store, 'again', 8 * gb);
    expect((await standingOf(store, 'again')).status).toBe('grace_period_over');
    // A full cycle without the spend cap also clears the violation. Later usage above the quotas is a new violation.
    await setCap(store, 'undecided', true, store.clock.nowSeconds());
    await payAll(store, 'undecided');
    await use(store, 'undecided', 300 * gb);
    expect(await standingOf(store, 'undecided')).toEqual({ ...unrestricted, violations: ['exceed_egress_quota'] });
    // A full cycle within the quotas has cleared the violation, so later usage above the quotas gets a full grace period.
    await use(store, 'once', 6 * gb);
    expect((await standingOf(store, 'once')).status).toBeNull();
  });

  it('follows unpaid invoices through grace, restriction and giving up', async () => {
    const store = get();
    const [invoice] = await unpaidInvoices(store, 'unpaid');
    const due = Number(invoice?.due);
    expect(due).toBe(cycleEnd + 3600 + 7 * day);
    expect(store.clock.nowSeconds()).toBeGreaterThan(due + 21 * day);
    expect(await standingOf(store, 'unpaid')).toEqual({ status: 'restricted', violations: ['overdue_payment'], grace: due + 14 * day });
    const last = due + 90 * day;
    await store.jobs.moveClock(last - 1);
    const status = async () => (await store.rows<{ status: string }>(`select status from invoices where id = '${invoice?.id}'`))[0]?.status;
    expect(await status()).toBe('open');
    await store.jobs.moveClock(last);
    expect(await status()).toBe('uncollectible');
    // Another invoice is still unpaid.
    expect(await standingOf(store, 'unpaid')).toEqual({ status: 'restricted', violations: ['overdue_payment'], grace: due + 14 * day });
  });

  it('gives invoices by transfer a month, and ends with the payment', async () => {
    const store = get();
    const [first] = await unpaidInvoices(store, 'pays-late');
    expect(Number(first?.due)).toBe(cycleEnd + 3600 + 30 * day);
    expect((await standingOf(store, 'pays-late')).violations).toEqual(['overdue_payment']);
    await payAll(store, 'pays-late');
    expect(await standingOf(store, 'pays-late')).toEqual(unrestricted);
  });
});
