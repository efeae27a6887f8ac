import { expect, it } from 'vitest';
import { changePlan } from '#server/billing/invoices/change-plan.ts';
import { recordUsageOfMany } from '#server/billing/usage/record-usage.ts';
import { projectRef } from '#server/seed/identifiers.ts';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { readInvoiceLines } from '#server/store/invoices/invoice-lines.ts';
import { onEachBillingStore, seconds, type BillingStore } from '#tests/support/billing-store.ts';
import { gb, ignore, newest, upcoming } from './fixtures.ts';

const end = seconds('2026-11-03T12:00:00Z');
const now = end - 100;
const seeded = seconds('2026-11-01T12:00:00Z');
const base = { plan: 'pro', cyclesBefore: 0, daysIntoCycle: 29, projects: [{ name: 'app' }] } as const;

const organizations: OrganizationSeed[] = [
  { ...base, slug: 'ahead', name: 'Sends with a clock that is ahead' },
  { ...base, slug: 'changes', name: 'Changes its plan before the cycle begins' },
];

const sender = { id: 'key_1', aboveCents: 1e12, clockAheadSeconds: 300 };

async function book(store: BillingStore, slug: string, id: string, fromSeconds: number, quantity: number, replaces?: string) {
  const record = {
    index: 0,
    id,
    projectRef: projectRef(slug, 'app'),
    metric: 'EGRESS',
    fromSeconds,
    untilSeconds: null,
    quantity,
    replaces,
  };
  const usage = [{ organizationId: await store.organizationId(slug), records: [record] }];
  const { accepted, rejected } = await recordUsageOfMany(store.db, usage, store.clock.nowSeconds(), undefined, {}, sender);
  return [accepted, ...rejected.map(({ code }) => code)];
}

onEachBillingStore(organizations, seeded, (get) => {
  const egress = async (slug: string) =>
    (await upcoming(get(), slug, get().clock.nowSeconds())).lines.find(({ key }) => key === 'EGRESS:primary')?.amountCents ?? 0;

  it('takes usage of the next 300 seconds, also of a cycle that has not begun', async () => {
    const store = get();
    await store.jobs.moveClock(now);
    expect(await book(store, 'ahead', 'too-early', now + 301, 350 * gb)).toEqual([0, 'future']);
    expect(await book(store, 'ahead', 'next', end + 100, 350 * gb)).toEqual([1]);
    expect(await book(store, 'ahead', 'this', end - 50, 300 * gb)).toEqual([1]);
    expect(await egress('ahead')).toBe(50 * 9);
    expect(await book(store, 'changes', 'early', end + 100, 350 * gb)).toEqual([1]);
    const organizationId = await store.organizationId('changes');
    const change = { organizationId, atSeconds: now, planId: 'team', usageBillingEnabled: true, feeChargedCents: 0 } as const;
    await store.db.transaction((tx) => changePlan(tx, change, ignore));
  });

  it('bills usage of a cycle that had not begun in that cycle', async () => {
    const store = get();
    await store.jobs.moveClock(end + 7200);
    const invoice = await newest(store, 'ahead');
    const lines = await readInvoiceLines(store.db, await store.organizationId('ahead'), invoice.id);
    expect(lines.find(({ key }) => key === 'EGRESS:primary')?.amountCents).toBe(50 * 9);
    expect(await egress('ahead')).toBe(100 * 9);
    expect(await book(store, 'ahead', 'corrected', end + 100, 270 * gb, 'next')).toEqual([1]);
    expect(await egress('ahead')).toBe(20 * 9);
  });

  it('bills it in the cycle of a plan change that came first, and a correction counts once', async () => {
    const store = get();
    expect(await book(store, 'changes', 'later', end + 150, 50 * gb)).toEqual([1]);
    expect(await egress('changes')).toBe(150 * 9);
    expect(await book(store, 'changes', 'corrected', end + 100, 310 * gb, 'early')).toEqual([1]);
    expect(await egress('changes')).toBe(110 * 9);
  });
});
