import { expect, it } from 'vitest';
import { changePlan } from '#server/billing/invoices/change-plan.ts';
import { recordUsage } from '#server/billing/usage/record-usage.ts';
import type { UsageRecord } from '#server/billing/usage/usage-records.ts';
import { giveUpInvoice } from '#server/billing/invoices/write-off.ts';
import { instantOf } from '#server/database/database.ts';
import { projectRef } from '#server/seed/identifiers.ts';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { billedSubscription } from '#server/store/billing-periods.ts';
import { creditNotesOf } from '#server/store/credit-notes.ts';
import { feePaymentOf } from '#server/store/fee-payments.ts';
import { readInvoiceLines } from '#server/store/invoices/invoice-lines.ts';
import { onEachBillingStore, seconds, type BillingStore } from '#tests/support/billing-store.ts';
import { payAll } from '#tests/support/standings.ts';
import { balance, cents, day, gb, ignore, invoices, newest, upcoming } from './fixtures.ts';

const now = seconds('2026-11-01T12:00:00Z');
const start = seconds('2026-10-03T12:00:00Z');
const end = seconds('2026-11-03T12:00:00Z');
const secondEnd = seconds('2026-12-03T12:00:00Z');
const base = { plan: 'pro', cyclesBefore: 0, daysIntoCycle: 29, projects: [{ name: 'app' }] } as const;

const organizations: OrganizationSeed[] = [
  { ...base, slug: 'open', name: 'Corrects in its cycle' },
  { ...base, slug: 'hours', name: 'Never ran what it reported' },
  { ...base, slug: 'truthful', name: 'Reports the truth at once' },
  { ...base, slug: 'paid', name: 'Has paid' },
  { ...base, slug: 'unpaid', name: 'Has not paid', paymentMethodType: 'invoice' },
  { ...base, slug: 'leaves', name: 'Has not paid and goes to Free', paymentMethodType: 'invoice' },
  { ...base, slug: 'forgiven', name: 'Need not pay', paymentMethodType: 'invoice' },
];

const record = (slug: string, id: string, quantity: number, changes: Partial<UsageRecord> = {}): UsageRecord => ({
  index: 0,
  id: `${slug}-${id}`,
  projectRef: projectRef(slug, 'app'),
  metric: 'EGRESS',
  fromSeconds: start + day,
  untilSeconds: null,
  quantity,
  ...changes,
  ...(changes.replaces === undefined ? {} : { replaces: `${slug}-${changes.replaces}` }),
});

const book = async (store: BillingStore, slug: string, records: readonly UsageRecord[]) => {
  const indexed = records.map((each, index) => ({ ...each, index }));
  const { accepted, duplicates, rejected } = await recordUsage(
    store.db,
    await store.organizationId(slug),
    indexed,
    store.clock.nowSeconds(),
  );
  return [accepted, duplicates, ...rejected.map(({ index, code, field }) => `${index} ${code} ${field}`)];
};

onEachBillingStore(organizations, now, (get) => {
  const linesOf = async (slug: string, id: string) => readInvoiceLines(get().db, await get().organizationId(slug), id);
  const egress = async (slug: string) =>
    (await upcoming(get(), slug, get().clock.nowSeconds())).lines.find(({ key }) => key === 'EGRESS:primary')?.amountCents ?? 0;
  const dueOf = async (slug: string) =>
    (await invoices(get(), slug)).slice(0, 2).map((each) => [each.status, cents(each.amount_due_cents)]);

  it('counts a correction instead of what it corrects, in any order, and each once', async () => {
    const store = get();
    expect(await book(store, 'open', [record('open', 'a', 350 * gb), record('open', 'b', 100 * gb)])).toEqual([2, 0]);
    expect(await egress('open')).toBe(200 * 9);
    // In one batch, a record may correct another correction of the same batch, in any order.
    const chain = [record('open', 'a3', 260 * gb, { replaces: 'a2' }), record('open', 'a2', 900 * gb, { replaces: 'a' })];
    expect(await book(store, 'open', chain)).toEqual([2, 0]);
    expect(await egress('open')).toBe(110 * 9);
    expect(await book(store, 'open', [record('open', 'a', 350 * gb), ...chain])).toEqual([0, 3]);
    const wrong = [
      record('open', 'c', gb, { replaces: 'nothing' }),
      record('open', 'd', gb, { replaces: 'd' }),
      record('open', 'e', gb, { replaces: 'a' }),
      record('open', 'f', gb, { replaces: 'b' }),
      record('open', 'g', gb, { replaces: 'b' }),
      record('open', 'a3', 260 * gb, { replaces: 'b' }),
    ];
    expect(await book(store, 'open', wrong)).toEqual([
      1,
      0,
      '0 unknown_record replaces',
      '1 unknown_record replaces',
      '2 already_replaced replaces',
      '4 already_replaced replaces',
      '5 id_reused id',
    ]);
    expect(await egress('open')).toBe(11 * 9);
    const foreign = { ...record('hours', 'x', gb), replaces: 'open-a3' };
    expect(await book(store, 'hours', [foreign])).toEqual([0, 0, '0 unknown_record replaces']);
  });

  it('takes peaks and hours out again', async () => {
    const store = get();
    const peak = { metric: 'REALTIME_PEAK_CONNECTIONS' } as const;
    const large = { metric: 'COMPUTE_HOURS_L', untilSeconds: start + 2 * day, resourceId: 'large' } as const;
    const sums = async () =>
      (await upcoming(store, 'hours', now)).lines
        .filter(({ key }) => key.startsWith('REALTIME') || key.startsWith('COMPUTE_HOURS_L'))
        .map(({ key, amountCents }) => [key, amountCents]);
    await book(store, 'hours', [record('hours', 'p', 900, peak), record('hours', 'q', 2400, peak), record('hours', 'l', 1, large)]);
    expect(await sums()).toEqual([
      ['COMPUTE_HOURS_L:primary', 364],
      ['REALTIME_PEAK_CONNECTIONS:primary', 2000],
    ]);
    expect(
      await book(store, 'hours', [
        record('hours', 'q2', 700, { ...peak, replaces: 'q' }),
        record('hours', 'l2', 0, { ...large, replaces: 'l' }),
      ]),
    ).toEqual([2, 0]);
    expect(await sums()).toEqual([['REALTIME_PEAK_CONNECTIONS:primary', 1000]]);
    expect(await book(store, 'hours', [record('hours', 'l3', 1, { ...large, replaces: 'l2' })])).toEqual([1, 0]);
    expect((await sums())[0]).toEqual(['COMPUTE_HOURS_L:primary', 364]);
  });

  it('credits a paid invoice, reduces an unpaid one first, and makes no credit of a forgiven one', async () => {
    const store = get();
    const closed = ['truthful', 'paid', 'unpaid', 'forgiven'];
    for (const slug of [...closed, 'leaves']) await book(store, slug, [record(slug, 'a', slug === 'truthful' ? 450 * gb : 750 * gb)]);
    await store.jobs.moveClock(end + 2 * 3600);
    for (const slug of ['truthful', 'paid']) await payAll(store, slug);
    const forgiven = await newest(store, 'forgiven');
    const organizationId = await store.organizationId('forgiven');
    await store.db.transaction((tx) =>
      giveUpInvoice(tx, { organizationId, invoiceId: forgiven.id, as: 'forgiven', at: instantOf(store.clock.nowSeconds()) }),
    );
    const first = { truthful: 2500 + 1800, paid: 2500 + 4500, unpaid: 2500 + 4500, forgiven: 2500 + 4500 };
    const compute = cents((await newest(store, 'truthful')).amount_due_cents) - first.truthful;
    for (const slug of closed.slice(1)) {
      await store.jobs.moveClock(store.clock.nowSeconds() + day);
      expect(await book(store, slug, [record(slug, 'a2', 450 * gb, { replaces: 'a' })])).toEqual([1, 0]);
    }
    await store.jobs.moveClock(secondEnd + 2 * 3600);
    const next = cents((await newest(store, 'truthful')).amount_due_cents);
    expect(await dueOf('paid')).toEqual([
      ['paid', 0],
      ['paid', first.paid + compute],
    ]);
    // The correction is larger than the next invoice, so the rest of the correction becomes credit.
    expect(await balance(store, 'paid')).toBe(2700 - next);
    expect(await dueOf('unpaid')).toEqual([
      ['issued', next],
      ['issued', first.unpaid + compute - 2700],
    ]);
    expect(await dueOf('forgiven')).toEqual([
      ['issued', next],
      ['void', first.forgiven + compute - 2700],
    ]);
    const [last, reduced] = await invoices(store, 'unpaid');
    const lines = (await linesOf('unpaid', last?.id ?? '')).filter(({ reportedLater }) => reportedLater);
    expect(lines.map(({ description, amountCents }) => [description, amountCents])).toEqual([
      ['Egress, Oct 03 to Nov 03, reported later', -2700],
      ['Already deducted from the unpaid invoice, Oct 03 to Nov 03', 2700],
    ]);
    expect(
      (await creditNotesOf(store.db, await store.organizationId('unpaid'), [reduced?.id ?? ''])).map(
        ({ reason, amountCents, balanceCents }) => [reason, amountCents, balanceCents],
      ),
    ).toEqual([['Corrected usage, Oct 03 to Nov 03', 2700, 0]]);
    // No part of the reduced invoice was collected, so its whole fee is unpaid.
    const { balanceCents } = await billedSubscription(store.db, await store.organizationId('unpaid'));
    const due = first.unpaid + compute - 2700;
    expect(await feePaymentOf(store.db, await store.organizationId('unpaid'), reduced?.id ?? '', balanceCents)).toMatchObject({
      chargedCents: due,
      unpaidCents: due,
      returnedCents: 0,
    });
    expect((await billedSubscription(store.db, organizationId)).balanceCents).toBe(0);
  });

  it('reduces an unpaid invoice on Free too, and refuses what comes too late', async () => {
    const store = get();
    const organizationId = await store.organizationId('leaves');
    await store.db.transaction(async (tx) => {
      const free = { planId: 'free', usageBillingEnabled: false, feeChargedCents: 0 } as const;
      await changePlan(tx, { organizationId, atSeconds: store.clock.nowSeconds(), ...free }, ignore);
    });
    expect(await book(store, 'leaves', [record('leaves', 'a2', 450 * gb, { replaces: 'a' })])).toEqual([1, 0]);
    const due = async () =>
      (await invoices(store, 'leaves')).map(({ amount_due_cents }) => cents(amount_due_cents)).toSorted((a, b) => b - a);
    const [before = 0] = await due();
    await store.jobs.moveClock(end + 35 * day - 1);
    expect(await book(store, 'unpaid', [record('unpaid', 'a3', 400 * gb, { replaces: 'a2' })])).toEqual([1, 0]);
    await store.jobs.moveClock(end + 35 * day);
    expect(await book(store, 'leaves', [record('leaves', 'a3', 0, { replaces: 'a2' })])).toEqual([0, 0, '0 late at']);
    const late = [record('unpaid', 'a4', gb, { replaces: 'a3' }), record('unpaid', 'a5', gb, { replaces: 'a3', fromSeconds: end + day })];
    expect(await book(store, 'unpaid', late)).toEqual([0, 0, '0 late at', '1 late replaces']);
    // The change to Free closed the organization's last paid period.
    await store.jobs.moveClock(secondEnd + 36 * day);
    expect((await due())[0]).toBe(before - 2700);
    expect(await balance(store, 'leaves')).toBeLessThanOrEqual(0);
  });
});
