import { expect, it } from 'vitest';
import { focusParts } from '#server/billing/costs/focus-parts.ts';
import { readCosts } from '#server/billing/costs/read-costs.ts';
import { changePlan, changeSpendCap } from '#server/billing/invoices/change-plan.ts';
import { issueCreditNote } from '#server/billing/invoices/credit-notes.ts';
import { recordUsage } from '#server/billing/usage/record-usage.ts';
import type { UsageRecord } from '#server/billing/usage/usage-records.ts';
import { instantOf } from '#server/database/database.ts';
import type { FocusRow } from '#server/domain/costs/focus-columns.ts';
import { focusRows } from '#server/domain/costs/focus-row.ts';
import { projectRef } from '#server/seed/identifiers.ts';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { type BillingStore, onEachBillingStore, seconds } from '#tests/support/billing-store.ts';
import { day, gb, ignore, invoices, never } from '#tests/server/cycles/fixtures.ts';

// The cycle from October 3 to November 3 has 31 days.
const now = seconds('2026-11-01T12:00:00Z');
const start = seconds('2026-10-03T12:00:00Z');
const end = seconds('2026-11-03T12:00:00Z');
const base = { plan: 'pro', cyclesBefore: 0, daysIntoCycle: 29, projects: [{ name: 'app' }, { name: 'shop' }] } as const;

const organizations: OrganizationSeed[] = [
  { ...base, slug: 'days', name: 'Used on days' },
  { ...base, slug: 'tardy', name: 'Tardy' },
  { ...base, slug: 'corrected', name: 'Corrected' },
  { ...base, slug: 'capping', name: 'Capping' },
  { ...base, slug: 'changing', name: 'Changing' },
  { ...base, slug: 'noted', name: 'Noted' },
  { ...base, slug: 'old', name: 'Old' },
];

let ids = 0;
const record = (slug: string, fromSeconds: number, quantity: number, more: Partial<UsageRecord> = {}): UsageRecord => ({
  index: 0,
  id: `cost-${(ids += 1)}`,
  projectRef: projectRef(slug, 'app'),
  metric: 'EGRESS',
  fromSeconds,
  untilSeconds: null,
  quantity,
  ...more,
});

const book = async (store: BillingStore, slug: string, records: readonly UsageRecord[]): Promise<number> =>
  (await recordUsage(store.db, await store.organizationId(slug), records, store.clock.nowSeconds())).accepted;

async function exported(store: BillingStore, slug: string, time: { from?: number; until?: number } = {}): Promise<FocusRow[]> {
  const rowOf = focusRows({ slug, origin: 'https://billing.example' });
  const rows: FocusRow[] = [];
  const parts = focusParts(store.db, await store.organizationId(slug), store.clock.nowSeconds(), time);
  for await (const batch of parts) rows.push(...batch.map(rowOf));
  return rows;
}

const cycle = { from: start, until: end };
const cents = (rows: readonly FocusRow[]): number => rows.reduce((sum, { BilledCost }) => sum + Math.round(Number(BilledCost) * 100), 0);
const egress = (rows: readonly FocusRow[]) => rows.filter(({ SkuId }) => SkuId === 'EGRESS');
const amountsByDay = (rows: readonly FocusRow[]) =>
  egress(rows).map(({ ChargePeriodStart: from, BilledCost, ConsumedQuantity }) => [from?.slice(0, 10), BilledCost, ConsumedQuantity]);

onEachBillingStore(organizations, now, (get) => {
  it('splits what a cycle costs by the usage of each day', async () => {
    const store = get();
    // 250 GB are included, 150 GB cost 9 cents each.
    const records = [record('days', start + day, 100 * gb), record('days', start + 10 * day, 300 * gb)];
    for (const slug of ['days', 'tardy', 'corrected', 'noted', 'old'])
      expect(
        await book(
          store,
          slug,
          records.map((each) => ({ ...each, id: `${slug}-${each.id}`, projectRef: projectRef(slug, 'app') })),
        ),
      ).toBe(2);
    expect(amountsByDay(await exported(store, 'days'))).toEqual([
      ['2026-10-04', '3.37', '100'],
      ['2026-10-13', '10.13', '300'],
    ]);
    const open = (await exported(store, 'days')).filter(({ BillingPeriodStart: from }) => from === '2026-10-03T12:00:00Z');
    expect(open.filter(({ InvoiceId: id, ChargeCategory }) => id === null && ChargeCategory === 'Usage').length).toBeGreaterThan(0);
    expect(open.every(({ x_SameUntil: until }) => until === null)).toBe(true);
    const [row] = egress(await exported(store, 'days'));
    expect(row).toMatchObject({
      ChargeCategory: 'Usage',
      ListUnitPrice: '0.09',
      PricingUnit: 'GB',
      PricingQuantity: '37.5',
      ListCost: '3.375',
      ConsumedUnit: 'GB',
      x_IncludedQuantity: '62.5',
      x_NotChargedQuantity: '0',
      x_Working: 'https://billing.example/org/days/billing#breakdown',
    });
  });

  it('bills each part of a capped or changed cycle once', async () => {
    const store = get();
    expect(await book(store, 'capping', [record('capping', start + day, 350 * gb)])).toBe(1);
    const id = await store.organizationId('capping');
    await store.db.transaction((tx) => changeSpendCap(tx, id, true, now, ignore));
    expect(await book(store, 'capping', [record('capping', now, 200 * gb)])).toBe(1);
    const changing = await store.organizationId('changing');
    expect(await book(store, 'changing', [record('changing', start + day, 400 * gb)])).toBe(1);
    await store.db.transaction((tx) =>
      changePlan(
        tx,
        { organizationId: changing, atSeconds: now, planId: 'team', usageBillingEnabled: true, feeChargedCents: 59_900 },
        never,
      ),
    );
    await store.jobs.moveClock(end + 2 * 3600);
    const capped = await exported(store, 'capping', cycle);
    expect(amountsByDay(capped)).toEqual([
      ['2026-10-04', '9.00', '350'],
      ['2026-11-01', '0.00', '200'],
    ]);
    expect(egress(capped).map(({ x_NotChargedQuantity: free, x_IncludedQuantity: included }) => [included, free])).toEqual([
      ['250', '0'],
      ['0', '200'],
    ]);
    const issued = await invoices(store, 'capping');
    for (const invoice of issued) {
      const rows = (await exported(store, 'capping')).filter(({ InvoiceId }) => InvoiceId === invoice.id);
      // PostgreSQL's driver returns sums as text.
      expect([invoice.kind, String(cents(rows))]).toEqual([invoice.kind, String(invoice.amount_due_cents)]);
    }
  });

  it('exports the same bytes of a closed cycle, whatever is reported, credited or renamed later', async () => {
    const store = get();
    const slugs = ['days', 'tardy', 'corrected', 'noted'];
    const before = new Map<string, string>();
    for (const slug of slugs) before.set(slug, JSON.stringify(await exported(store, slug, cycle)));
    for (const { InvoiceId: id, x_SameUntil: until } of await exported(store, 'days', cycle)) {
      expect(id).toMatch(/^in_/);
      expect(until).toBe('2027-12-08T12:00:00Z');
    }

    expect(
      await book(store, 'tardy', [
        record('tardy', start + 4 * day, 500 * gb),
        record('tardy', start + day, 50 * gb, { projectRef: projectRef('tardy', 'shop') }),
      ]),
    ).toBe(2);
    const [first] = await store.rows<{ record_id: string }>(
      `select record_id from usage_records where organization_id = ${await store.organizationId('corrected')} and metric = 'EGRESS' order by from_seconds limit 1`,
    );
    expect(await book(store, 'corrected', [record('corrected', start + day, 20 * gb, { replaces: first?.record_id ?? '' })])).toBe(1);
    const [noted] = await invoices(store, 'noted');
    const organizationId = await store.organizationId('noted');
    await store.db.transaction((tx) =>
      issueCreditNote(tx, {
        organizationId,
        invoiceId: noted?.id ?? '',
        changeId: null,
        amountCents: 300,
        reason: 'Slow support',
        at: instantOf(store.clock.nowSeconds()),
      }),
    );
    await store.rows(`update organizations set name = 'Another name' where slug in ('days', 'tardy')`);
    for (const slug of slugs) expect([slug, JSON.stringify(await exported(store, slug, cycle))]).toEqual([slug, before.get(slug)]);

    await store.jobs.moveClock(end + 32 * day);
    for (const slug of slugs) expect([slug, JSON.stringify(await exported(store, slug, cycle))]).toEqual([slug, before.get(slug)]);
  });

  it('puts corrections into the later cycle, with the name of the earlier one', async () => {
    const store = get();
    const of = async (slug: string) =>
      (await exported(store, slug, { from: end })).filter(({ ChargeClass }) => ChargeClass === 'Correction');
    const late = egress(await of('tardy'));
    // The usage is now 950 GB instead of 400 GB. The additional 550 GB cost 9 cents each.
    expect(cents(late)).toBe(4950);
    expect(late.map(({ ResourceName }) => ResourceName).toSorted()).toEqual(['app', 'shop']);
    for (const row of late)
      expect(row).toMatchObject({
        BillingPeriodStart: '2026-11-03T12:00:00Z',
        ChargePeriodStart: '2026-10-03T12:00:00Z',
        ChargePeriodEnd: '2026-11-03T12:00:00Z',
        x_CorrectedPeriodStart: '2026-10-03T12:00:00Z',
        x_CorrectedPeriodEnd: '2026-11-03T12:00:00Z',
        x_CorrectedInvoiceId: expect.stringMatching(/^in_/),
        ConsumedQuantity: null,
      });
    expect(late[0]?.x_CorrectedInvoiceId).not.toBe(late[0]?.InvoiceId);
    // The corrected usage is 80 GB lower than billed, at 9 cents per GB.
    expect(cents(egress(await of('corrected')))).toBe(-720);
    const note = (await of('noted')).find(({ InvoiceId: id }) => id?.startsWith('cn_'));
    expect(note).toMatchObject({
      ChargeDescription: expect.stringMatching(/^Credit note \S+$/),
      BilledCost: '-3.00',
      ChargeCategory: 'Adjustment',
    });

    const costs = await readCosts(store.db, await store.organizationId('tardy'), store.clock.nowSeconds(), 'metric', {
      from: start,
      until: end,
    });
    expect(costs.groups.find(({ key }) => key === 'EGRESS')?.amountCents).toBe(1350);
    expect(costs.sameUntilSeconds).toBe(end + 400 * day);
    const next = await readCosts(store.db, await store.organizationId('tardy'), store.clock.nowSeconds(), 'metric', { from: end });
    expect(next.groups.find(({ key }) => key === 'EGRESS')?.amountCents).toBe(4950);
  });

  it('sums the usage of a cycle by project once its days are no longer kept', async () => {
    const store = get();
    const days = await exported(store, 'old', cycle);
    expect(egress(days)).toHaveLength(2);
    store.clock.moveTo((end + 401 * day - now) * 1000);
    const whole = await exported(store, 'old', cycle);
    expect(egress(whole).map(({ ChargePeriodStart: from, ChargePeriodEnd: until, BilledCost }) => [from, until, BilledCost])).toEqual([
      ['2026-10-03T12:00:00Z', '2026-11-03T12:00:00Z', '13.50'],
    ]);
    expect(cents(whole)).toBe(cents(days));
  });
});
