import { expect, it } from 'vitest';
import type { PlanId } from '#contract/types.ts';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { changePlan, changeSpendCap } from '#server/billing/invoices/change-plan.ts';
import { reviewOrganization } from '#server/billing/restrictions/restriction-reviews.ts';
import { giveUpInvoice } from '#server/billing/invoices/write-off.ts';
import { instantOf } from '#server/database/database.ts';
import { onEachBillingStore, seconds, type BillingStore } from '#tests/support/billing-store.ts';
import { payAll, standingOf, unpaidInvoices, unrestricted, use } from '#tests/support/standings.ts';

const minute = 60;
const day = 86_400;
const now = seconds('2026-03-10T12:00:00Z');
const gb = 1_000_000_000;
const base = { cyclesBefore: 1, daysIntoCycle: 9, projects: [{ name: 'app' }] } as const;
const capped = { plan: 'pro', spendCapOn: true } as const;

const organizations: OrganizationSeed[] = [
  { ...base, slug: 'slips', name: 'Leaves Free for the end of its cycle', plan: 'free' },
  { ...base, slug: 'returns', name: 'Comes back to Free before the end', plan: 'free' },
  { ...base, slug: 'grows', name: 'Stays on the larger plan', plan: 'free' },
  { ...base, slug: 'modest', name: 'Leaves Free within its quotas', plan: 'free' },
  { ...base, slug: 'refills', name: 'Uses the quotas of Free again and again', plan: 'free' },
  { ...base, slug: 'restarts', name: 'Uses a whole new quota in its last cycle on Free', plan: 'free' },
  { ...base, slug: 'lasts', name: 'Uses the rest of its quota in its last cycle on Free', plan: 'free' },
  { ...base, slug: 'leaves', name: 'Uses a new quota after the planned end of the first, and leaves', plan: 'free' },
  { ...base, slug: 'uncaps', name: 'Has no cap at the end of its cycle', ...capped },
  { ...base, slug: 'changes', name: 'Changes its capped plan', ...capped },
  { ...base, slug: 'charged', name: 'Paid for all that it used', plan: 'pro' },
  { ...base, slug: 'pays', name: 'Pays for a later overage', ...capped },
  { ...base, slug: 'forgiven', name: 'Is forgiven a later overage', ...capped },
  { ...base, slug: 'cheap', name: 'Pays for minutes', ...capped },
];

const nothing = (): Promise<void> => Promise.resolve();

const uncappedTerms = { usageBillingEnabled: true, feeChargedCents: 0 } as const;

async function setCap(store: BillingStore, slug: string, capOn: boolean): Promise<void> {
  const id = await store.organizationId(slug);
  const at = store.clock.nowSeconds();
  await store.db.transaction(async (tx) => {
    await changeSpendCap(tx, id, capOn, at, nothing);
    await reviewOrganization(tx, id, at);
  });
}

async function setPlan(store: BillingStore, slug: string, planId: PlanId): Promise<void> {
  const organizationId = await store.organizationId(slug);
  const atSeconds = store.clock.nowSeconds();
  await store.db.transaction(async (tx) => {
    const terms = { ...uncappedTerms, usageBillingEnabled: planId !== 'free' };
    await changePlan(tx, { organizationId, atSeconds, planId, ...terms }, nothing);
    await reviewOrganization(tx, organizationId, atSeconds);
  });
}

onEachBillingStore(organizations, now, (get) => {
  const cycleEnd = now - 9 * day + 31 * day;
  const inGrace = { status: 'grace_period', violations: ['exceed_egress_quota'], grace: cycleEnd + 14 * day };
  const each = async (slugs: readonly string[]) => Promise.all(slugs.map(async (slug) => [slug, await standingOf(get(), slug)]));

  it('adds up what changes of plan and back have used of the quotas', async () => {
    const store = get();
    for (const used of [3 * gb, 1 * gb, 3 * gb]) {
      expect(await standingOf(store, 'refills')).toEqual(unrestricted);
      await use(store, 'refills', used);
      await setPlan(store, 'refills', 'pro');
      await store.jobs.moveClock(store.clock.nowSeconds() + minute);
      if (used === gb) await use(store, 'refills', gb / 2);
      await setPlan(store, 'refills', 'free');
      await store.jobs.moveClock(store.clock.nowSeconds() + minute);
    }
    expect(await standingOf(store, 'refills')).toEqual({ ...unrestricted, violations: ['exceed_egress_quota'] });
  });

  it('brings no new quota with a change and back, also not in the cycle that is the last', async () => {
    const store = get();
    const used = { restarts: 4, lasts: 3, leaves: 4 };
    for (const [slug, gigabytes] of Object.entries(used)) {
      await use(store, slug, gigabytes * gb);
      await setPlan(store, slug, 'pro');
    }
    await store.jobs.moveClock(store.clock.nowSeconds() + minute);
    for (const slug of Object.keys(used)) await setPlan(store, slug, 'free');
    await store.jobs.moveClock(store.clock.nowSeconds() + minute);
    for (const slug of Object.keys(used)) await use(store, slug, 2 * gb);
    const exceeded = { ...unrestricted, violations: ['exceed_egress_quota'] };
    expect(await each(Object.keys(used))).toEqual([
      ['restarts', exceeded],
      ['lasts', unrestricted],
      ['leaves', exceeded],
    ]);
  });

  it('takes a cycle that a change ends early for what it was: above its quotas', async () => {
    const store = get();
    for (const slug of ['slips', 'returns', 'grows']) await use(store, slug, 6 * gb);
    // The organization uses less than the quota of a full cycle, but more than the prorated quota of a shortened cycle.
    await use(store, 'modest', 4 * gb);
    for (const slug of ['uncaps', 'changes', 'charged', 'pays', 'forgiven', 'cheap']) await use(store, slug, 300 * gb);
    for (const slug of ['returns', 'modest']) await setPlan(store, slug, 'pro');
    expect(await standingOf(store, 'returns')).toEqual(unrestricted);
    await store.jobs.moveClock(store.clock.nowSeconds() + minute);
    for (const slug of ['returns', 'modest']) await setPlan(store, slug, 'free');
    expect(await standingOf(store, 'returns')).toEqual({ ...unrestricted, violations: ['exceed_egress_quota'] });
    expect(await standingOf(store, 'modest')).toEqual(unrestricted);
    await store.jobs.moveClock(cycleEnd - minute);
    for (const slug of ['slips', 'grows', 'changes']) await setPlan(store, slug, slug === 'changes' ? 'team' : 'pro');
    await setCap(store, 'uncaps', false);
    expect(await each(['slips', 'grows', 'changes', 'uncaps'])).toEqual(
      ['slips', 'grows', 'changes', 'uncaps'].map((slug) => [slug, unrestricted]),
    );
  });

  it('begins the case at the end that was planned, and suspends it where the plan is larger or the cap off', async () => {
    const store = get();
    await store.jobs.moveClock(cycleEnd - 1);
    expect((await standingOf(store, 'returns')).status).toBeNull();
    await store.jobs.moveClock(cycleEnd + minute);
    expect(await each(['returns', 'refills', 'pays', 'forgiven', 'cheap'])).toEqual([
      ['returns', inGrace],
      ['refills', inGrace],
      ['pays', inGrace],
      ['forgiven', inGrace],
      ['cheap', inGrace],
    ]);
    for (const slug of ['slips', 'grows', 'changes', 'uncaps', 'modest', 'charged'])
      expect([slug, await standingOf(store, slug)]).toEqual([slug, unrestricted]);
  });

  it('goes on with its dates where the change is undone after that end', async () => {
    const store = get();
    await setPlan(store, 'slips', 'free');
    await setPlan(store, 'changes', 'free');
    // The planned end of the first cycle has passed, so this usage belongs to the second cycle.
    await use(store, 'leaves', 2 * gb);
    await setPlan(store, 'leaves', 'pro');
    expect(await standingOf(store, 'leaves')).toEqual(unrestricted);
    await store.jobs.moveClock(store.clock.nowSeconds() + minute);
    await setPlan(store, 'leaves', 'free');
    expect((await standingOf(store, 'leaves')).status).toBe('grace_period');
    await setCap(store, 'uncaps', true);
    await setCap(store, 'charged', true);
    expect(await each(['slips', 'changes', 'uncaps'])).toEqual([
      ['slips', inGrace],
      ['changes', inGrace],
      ['uncaps', inGrace],
    ]);
    // The spend cap was off and the usage above the quotas was charged, so there is no violation.
    expect(await standingOf(store, 'charged')).toEqual(unrestricted);
  });

  it('ends with an invoice of the overage that is paid or forgiven, and not with the overage of minutes', async () => {
    const store = get();
    for (const slug of ['pays', 'forgiven', 'cheap']) await setCap(store, slug, false);
    await store.jobs.moveClock(store.clock.nowSeconds() + minute);
    for (const slug of ['pays', 'forgiven']) await use(store, slug, 400 * gb);
    await store.jobs.moveClock(store.clock.nowSeconds() + minute);
    for (const slug of ['pays', 'forgiven']) {
      await setCap(store, slug, true);
      expect([slug, await standingOf(store, slug)]).toEqual([slug, inGrace]);
    }
    await payAll(store, 'pays');
    const organizationId = await store.organizationId('forgiven');
    for (const { id: invoiceId } of await unpaidInvoices(store, 'forgiven'))
      await store.db.transaction(async (tx) => {
        const at = store.clock.nowSeconds();
        await giveUpInvoice(tx, { organizationId, invoiceId, as: 'forgiven', at: instantOf(at) });
        await reviewOrganization(tx, organizationId, at);
      });
    // The plan change after a minute ends a very short cycle. Its prorated quotas are tiny, and its overage costs a cent.
    await use(store, 'cheap', gb);
    await store.jobs.moveClock(store.clock.nowSeconds() + minute);
    await setPlan(store, 'cheap', 'free');
    await payAll(store, 'cheap');
    expect(await each(['cheap'])).toEqual([['cheap', inGrace]]);
    // The current cycle also exceeds the quota, so the violation is shown. A restriction can start only when the cycle ends.
    const exceeded = { ...unrestricted, violations: ['exceed_egress_quota'] };
    expect(await each(['pays', 'forgiven'])).toEqual([
      ['pays', exceeded],
      ['forgiven', exceeded],
    ]);
  });

  it('begins the case of a shared quota with the end of the last cycle', async () => {
    const store = get();
    expect((await standingOf(store, 'restarts')).status).toBeNull();
    await store.jobs.moveClock(now + 31 * day + 10 * minute);
    expect(await each(['restarts', 'lasts'])).toEqual([
      ['restarts', { ...inGrace, grace: expect.any(Number) }],
      ['lasts', unrestricted],
    ]);
  });

  it('ends where the larger plan has a whole cycle within its quotas', async () => {
    const store = get();
    await store.jobs.moveClock(cycleEnd + 31 * day);
    const [row] = await store.rows<{ at: string | null }>(
      `select quota_case_at::text as at from restriction_reviews r join organizations o on o.id = r.organization_id where slug = 'grows'`,
    );
    expect(row).toEqual({ at: null });
    await setPlan(store, 'grows', 'free');
    expect((await standingOf(store, 'grows')).violations?.includes('exceed_egress_quota') ?? false).toBe(false);
  });
});
