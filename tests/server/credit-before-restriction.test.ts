import { expect, it } from 'vitest';
import { creditForInvoice } from '#lib/charge.ts';
import { requestReview } from '#server/store/restriction-reviews.ts';
import { instantOf } from '#server/database/database.ts';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { creditEntries, postToLedger } from '#server/store/ledger.ts';
import { onEachBillingStore, seconds } from '#tests/support/billing-store.ts';
import { standingOf, unrestricted } from '#tests/support/standings.ts';

const day = 86_400;
const now = seconds('2026-03-10T12:00:00Z');
const base = { cyclesBefore: 1, daysIntoCycle: 9, plan: 'pro', projects: [{ name: 'app' }] } as const;

const organizations: OrganizationSeed[] = [
  { ...base, slug: 'rich', name: 'Has credit for all' },
  { ...base, slug: 'some', name: 'Has credit for one invoice and a part' },
  { ...base, slug: 'poor', name: 'Has no credit' },
  { ...base, slug: 'late', name: 'Gets credit when services have stopped' },
];

it.each([
  [2500, 1_000_000, 2500],
  [2500, 2500, 2500],
  [2500, 2499, 2450],
  [2500, 1000, 1000],
  [2500, 0, 0],
  [2500, -300, 0],
  [50, 49, 0],
])('takes of %i cents due and a balance of %i cents %i cents', (due, balance, used) => {
  expect(creditForInvoice(due, balance)).toBe(used);
});

onEachBillingStore(organizations, now, (get) => {
  const cycleEnd = now - 9 * day + 31 * day;
  const due = cycleEnd + 3600 + 7 * day;

  const give = async (slug: string, amountCents: number): Promise<void> => {
    const { db, clock, organizationId } = get();
    const id = await organizationId(slug);
    const occurredAt = instantOf(clock.nowSeconds());
    const gift = { organizationId: id, businessKey: `gift:${slug}`, description: 'A gift', occurredAt, source: `gift:${slug}` };
    await postToLedger(db, [{ ...gift, entries: creditEntries('goodwill', amountCents) }]);
    await requestReview(db, id, clock.nowSeconds());
    await get().jobs.runDue();
  };
  const invoicesOf = (slug: string) =>
    get().rows<{ status: string; due: number }>(
      `select i.status, i.amount_due_cents::int as due from invoices i join organizations o on o.id = i.organization_id
        where o.slug = '${slug}' and i.finalized_at >= to_timestamp(${cycleEnd}) and i.status <> 'draft' order by i.finalized_at`,
    );
  const balanceOf = async (slug: string) =>
    (
      await get().rows<{ cents: number }>(
        `select coalesce(-sum(e.amount_cents), 0)::int as cents from ledger_entries e join organizations o on o.id = e.organization_id
          where o.slug = '${slug}' and e.account = 'customer_credit'`,
      )
    )[0]?.cents;
  const owed = async (slug: string) =>
    (
      await get().rows<{ booked: number; billed: number }>(
        `select (select coalesce(sum(amount_cents), 0) from ledger_entries e where e.organization_id = o.id and account = 'receivable')::int as booked,
          (select coalesce(sum(amount_due_cents), 0) from invoices i where i.organization_id = o.id and status in ('open', 'issued'))::int as billed
          from organizations o where o.slug = '${slug}'`,
      )
    )[0];

  it('uses no credit for an invoice that is not overdue', async () => {
    await get().jobs.moveClock(cycleEnd + 7200);
    const [invoice] = await invoicesOf('rich');
    expect(invoice).toMatchObject({ status: 'open' });
    await give('rich', 100_000_000);
    expect(await invoicesOf('rich')).toEqual([invoice]);
    expect(await balanceOf('rich')).toBe(100_000_000);
  });

  it('pays an invoice with credit when it becomes overdue, and restricts nothing', async () => {
    const [before] = await invoicesOf('rich');
    await get().jobs.moveClock(due + 22 * day);
    expect((await invoicesOf('rich')).every(({ status, due: left }) => status === 'paid' && left === 0)).toBe(true);
    expect(await standingOf(get(), 'rich')).toEqual(unrestricted);
    expect((await standingOf(get(), 'poor')).status).toBe('restricted');
    expect(before?.due).toBeGreaterThan(0);
    expect(await owed('rich')).toEqual({ booked: 0, billed: 0 });
  });

  it('pays the oldest invoice first, once, and leaves what a card can be charged', async () => {
    await get().jobs.moveClock(cycleEnd + 30 * day + 3600 + 8 * day);
    const [first, second] = await invoicesOf('some');
    expect([first?.status, second?.status]).toEqual(['open', 'open']);
    await give('some', (first?.due ?? 0) + (second?.due ?? 0) - 10);
    expect(await invoicesOf('some')).toEqual([
      { status: 'paid', due: 0 },
      { status: 'open', due: 50 },
    ]);
    expect(await balanceOf('some')).toBe(40);
    await requestReview(get().db, await get().organizationId('some'), get().clock.nowSeconds());
    await get().jobs.runDue();
    expect(await balanceOf('some')).toBe(40);
    expect(await owed('some')).toEqual({ booked: 50, billed: 50 });
  });

  it('ends a restriction when credit arrives', async () => {
    expect((await standingOf(get(), 'late')).status).toBe('restricted');
    await give('late', 100_000_000);
    expect(await standingOf(get(), 'late')).toEqual(unrestricted);
    expect(await owed('late')).toEqual({ booked: 0, billed: 0 });
  });
});
