import { expect, it } from 'vitest';
import { cycleAt } from '#lib/dates/cycle.ts';
import { changePlan, changeSpendCap } from '#server/billing/invoices/change-plan.ts';
import { recordUsage } from '#server/billing/usage/record-usage.ts';
import type { UsageRecord } from '#server/billing/usage/usage-records.ts';
import type { BilledLine } from '#server/database/line-format.ts';
import { projectRef } from '#server/seed/identifiers.ts';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { readInvoiceLines } from '#server/store/invoices/invoice-lines.ts';
import { onEachBillingStore, seconds, type BillingStore } from '#tests/support/billing-store.ts';
import { balance, cents, day, gb, ignore, invoices, newest, periodEnd, upcoming, views } from './fixtures.ts';

// The cycle from October 3 to November 3 has 31 days.
const now = seconds('2026-11-01T12:00:00Z');
const start = seconds('2026-10-03T12:00:00Z');
const end = seconds('2026-11-03T12:00:00Z');
const base = { plan: 'pro', cyclesBefore: 0, daysIntoCycle: 29, projects: [{ name: 'app' }, { name: 'shop' }] } as const;

const organizations: OrganizationSeed[] = [
  { ...base, slug: 'punctual', name: 'Punctual' },
  { ...base, slug: 'tardy', name: 'Tardy' },
  { ...base, slug: 'waiting', name: 'Reports while the draft waits' },
  { ...base, slug: 'window', name: 'Reports too late' },
  { ...base, slug: 'hour', name: 'Reports an earlier part of an hour' },
  { ...base, slug: 'changes', name: 'Changes a lot' },
  { ...base, slug: 'capped', name: 'Capped', spendCapOn: true },
  { ...base, slug: 'left', name: 'Left' },
  { ...base, slug: 'small', name: 'Left with a little' },
  { ...base, slug: 'back', name: 'Left and came back' },
  { ...base, slug: 'phones', name: 'Uses phone MFA' },
];

let ids = 0;
type Given = Partial<Omit<UsageRecord, 'index' | 'id'>> & { readonly project?: string };

const record = (slug: string, fromSeconds: number, { project = 'app', ...changes }: Given = {}): UsageRecord => ({
  index: 0,
  id: `record-${(ids += 1)}`,
  projectRef: projectRef(slug, project),
  metric: 'EGRESS',
  fromSeconds,
  untilSeconds: null,
  quantity: 350 * gb,
  ...changes,
});

const book = async (store: BillingStore, slug: string, records: readonly UsageRecord[], at = store.clock.nowSeconds()) =>
  recordUsage(store.db, await store.organizationId(slug), records, at);

const accepted = async (...batch: Parameters<typeof book>): Promise<number> => (await book(...batch)).accepted;

const isLate = ({ reportedLater }: BilledLine): boolean => reportedLater;

async function billed(store: BillingStore, slug: string): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { id, status } of await invoices(store, slug)) {
    if (status === 'draft') continue;
    for (const line of await readInvoiceLines(store.db, await store.organizationId(slug), id)) {
      if (line.periodId === null || line.periodStartSeconds !== start) continue;
      sums[line.key] = (sums[line.key] ?? 0) + line.amountCents;
      for (const { name, amountCents } of line.breakdown) sums[`${line.key} ${name}`] = (sums[`${line.key} ${name}`] ?? 0) + amountCents;
    }
  }
  return sums;
}

onEachBillingStore(organizations, now, (get) => {
  it('bills what was reported after the invoice on the next one, as a line of its own, and never changes what is final', async () => {
    const store = get();
    const early = (slug: string) => [
      record(slug, start + day),
      record(slug, start + 2 * day, { metric: 'MONTHLY_ACTIVE_USERS', quantity: 150_000 }),
    ];
    const late = (slug: string) => [
      record(slug, start + 3 * day, { project: 'shop', quantity: 400 * gb }),
      record(slug, start + 20 * day, {
        metric: 'COMPUTE_HOURS_L',
        untilSeconds: start + 21 * day,
        quantity: 1,
        project: 'shop',
        resourceId: 'large',
      }),
      record(slug, end - 3600, { metric: 'STORAGE_SIZE', untilSeconds: end + 3600, quantity: 200_000 * gb }),
    ];
    for (const slug of ['punctual', 'tardy']) expect(await accepted(store, slug, early(slug))).toBe(2);
    await store.jobs.moveClock(end + 60);
    expect(await accepted(store, 'punctual', late('punctual').slice(0, 2))).toBe(2);
    await store.jobs.moveClock(end + 2 * 3600);
    const [first] = await invoices(store, 'tardy');
    const before = await readInvoiceLines(store.db, await store.organizationId('tardy'), first?.id ?? '');

    await store.jobs.moveClock(end + 10 * day);
    for (const slug of ['punctual', 'tardy']) {
      const records = late(slug);
      expect(await accepted(store, slug, slug === 'tardy' ? records : records.slice(2))).toBe(slug === 'tardy' ? 3 : 1);
    }
    const { lines, amountTotalCents } = await upcoming(store, 'tardy', end + 10 * day);
    const shown = lines.filter(isLate);
    expect(shown.map(({ description, amountCents }) => [description, amountCents])).toEqual([
      // 24 hours at $0.1517 cost $3.64. The two other projects have used up the $10 of credits.
      ['Large Compute, Oct 03 to Nov 03, reported later', 364],
      // 750 GB minus 250 GB included and 100 GB already invoiced leaves 400 GB at 9 cents.
      ['Egress, Oct 03 to Nov 03, reported later', 3600],
      // 200,000 GB are stored for one of 744 hours, which is 268.8 GB on average. 100 GB are included.
      ['Storage Size, Oct 03 to Nov 03, reported later', 355],
    ]);
    const egress = shown.find(({ key }) => key === 'EGRESS:primary');
    expect(egress?.breakdown.map(({ name, amountCents }) => [name, amountCents])).toEqual([
      ['shop', 2400],
      ['app', 1200],
    ]);
    expect(views([...lines]).find(({ id }) => id === `EGRESS.primary.${start}`)).toMatchObject({
      reported_later: true,
      period: { start, end },
      derivation: { invoiced: { amount: 9 } },
    });
    expect(new Set(views([...lines]).map(({ id }) => id)).size).toBe(lines.length);
    expect(amountTotalCents).toBe(lines.reduce((sum, { amountCents }) => sum + amountCents, 0));

    await store.jobs.moveClock(end + 30 * day + 2 * 3600);
    const second = await newest(store, 'tardy');
    const billedLate = (await readInvoiceLines(store.db, await store.organizationId('tardy'), second.id)).filter(isLate);
    expect(views(billedLate)).toEqual(views(shown));
    expect(cents(second.amount_due_cents)).toBe(cents(second.subtotal_cents));
    expect(await readInvoiceLines(store.db, await store.organizationId('tardy'), first?.id ?? '')).toEqual(before);
    expect((await upcoming(store, 'tardy', end + 31 * day)).lines.filter(isLate)).toEqual([]);
    expect(await billed(store, 'tardy')).toEqual(await billed(store, 'punctual'));
  });

  it('takes late usage into a draft that waits, and shows it nowhere else', async () => {
    const store = get();
    const second = seconds('2026-12-03T12:00:00Z');
    expect(store.clock.nowSeconds()).toBeGreaterThan(second);
    const third = seconds('2027-01-03T12:00:00Z');
    await store.jobs.moveClock(third + 60);
    const draft = await newest(store, 'waiting');
    expect(draft.status).toBe('draft');
    expect(await accepted(store, 'waiting', [record('waiting', second + day)])).toBe(1);
    expect(await accepted(store, 'waiting', [record('waiting', second - day)])).toBe(1);
    await store.jobs.moveClock(third + 3600);
    const lines = await readInvoiceLines(store.db, await store.organizationId('waiting'), draft.id);
    expect(lines.filter(({ key }) => key === 'EGRESS:primary').map(({ description, amountCents }) => [description, amountCents])).toEqual([
      ['Egress', 900],
      ['Egress, Nov 03 to Dec 03, reported later', 900],
    ]);
    expect((await upcoming(store, 'waiting', third + 3600)).lines.filter(isLate)).toEqual([]);
  });

  it('accepts usage for 35 days after the close of its period, to the second', async () => {
    const store = get();
    const third = seconds('2027-01-03T12:00:00Z');
    const closes = third + 35 * day;
    const of = (at: number) => record('window', at, { quantity: 1 });
    expect(await accepted(store, 'window', [of(third - 1)], closes - 1)).toBe(1);
    const refused = await book(store, 'window', [of(third - 1), of(third)], closes);
    expect(refused).toMatchObject({ accepted: 1, rejected: [{ index: 0, code: 'late', field: 'at' }] });
    const shorter = await recordUsage(store.db, await store.organizationId('window'), [of(third - 2)], third + 2 * day, 2);
    expect(shorter).toMatchObject({ accepted: 0, rejected: [{ code: 'late' }] });
  });

  it('frees an id once the time of its record is no longer accepted, and keeps the old record and its correction', async () => {
    const store = get();
    const third = seconds('2027-01-03T12:00:00Z');
    const closes = third + 35 * day;
    const of = (id: string, at: number, changes: Given = {}) => ({ ...record('window', at, { quantity: 7, ...changes }), id });
    expect(await accepted(store, 'window', [of('same', third - 10), of('fixed', third - 9)], closes - 1)).toBe(2);
    expect(await accepted(store, 'window', [of('fix', third - 9, { replaces: 'fixed', quantity: 5 })], closes - 1)).toBe(1);
    const reused = { accepted: 0, rejected: [{ code: 'id_reused' }] };
    expect(await book(store, 'window', [of('same', third + 1)], closes - 1)).toMatchObject(reused);
    const stored = () =>
      store.rows<{ count: number; quantity: number }>(`select count(*)::int as count, sum(quantity)::int as quantity from usage_records
        where organization_id = (select id from organizations where slug = 'window') and replaced_by is null and quantity in (5, 7)`);
    expect(await stored()).toEqual([{ count: 2, quantity: 12 }]);
    const again = [of('same', third + 1), of('fixed', third + 2)];
    expect(await book(store, 'window', again, closes)).toMatchObject({ accepted: 2, duplicates: 0, rejected: [] });
    expect(await book(store, 'window', again, closes)).toMatchObject({ accepted: 0, duplicates: 2, rejected: [] });
    expect(await accepted(store, 'window', [of('fix', third + 2, { replaces: 'fixed', quantity: 5 })], closes)).toBe(1);
    expect(await stored()).toEqual([{ count: 4, quantity: 24 }]);
    expect(
      await store.rows(
        `select t.quantity::int as totals from usage_totals t join organizations o on o.id = t.organization_id where o.slug = 'window' order by 1`,
      ),
    ).toEqual(
      await store.rows(`select sum(r.quantity)::int as totals from usage_records r join organizations o on o.id = r.organization_id
        where o.slug = 'window' and r.replaced_by is null group by r.from_seconds >= ${third} order by 1`),
    );
  });

  it('gives back an hour that turns out to have been used before', async () => {
    const store = get();
    const third = seconds('2027-01-03T12:00:00Z');
    const id = await store.organizationId('hour');
    // The plan changes in the middle of a clock hour. If both periods have usage in this hour, only the first period bills the hour.
    const change = third + 5 * day + 1800;
    await store.jobs.moveClock(change);
    await store.db.transaction((tx) =>
      changePlan(tx, { organizationId: id, atSeconds: change, planId: 'team', usageBillingEnabled: true, feeChargedCents: 0 }, ignore),
    );
    const drain = { metric: 'LOG_DRAIN', quantity: 1, resourceId: 'drain' } as const;
    await store.jobs.moveClock(change + 3600);
    expect(await accepted(store, 'hour', [record('hour', change + 60, { ...drain, untilSeconds: change + 120 })])).toBe(1);
    await store.jobs.moveClock(change + 32 * day);
    const drained = (lines: readonly BilledLine[]) =>
      lines.filter(({ key }) => key === 'LOG_DRAIN:primary').map(({ amountCents }) => amountCents);
    expect(drained(await readInvoiceLines(store.db, id, (await newest(store, 'hour')).id))).toEqual([8]);
    expect(await accepted(store, 'hour', [record('hour', change - 120, { ...drain, untilSeconds: change - 60 })])).toBe(1);
    const { lines } = await upcoming(store, 'hour', change + 32 * day);
    expect(drained(lines.filter(isLate))).toEqual([8, -8]);
  });

  it('books usage to exactly its period, however many changes there were', async () => {
    const store = get();
    const id = await store.organizationId('changes');
    const at = store.clock.nowSeconds() + 60;
    const count = 130;
    for (let index = 0; index < count; index += 1) {
      const planId = index % 2 === 0 ? 'team' : 'pro';
      await store.db.transaction((tx) =>
        changePlan(tx, { organizationId: id, atSeconds: at + index * 10, planId, usageBillingEnabled: true, feeChargedCents: 0 }, ignore),
      );
    }
    const after = at + count * 10;
    await store.jobs.moveClock(after);
    // In the first and the last second of each period, reports one byte more than in the period before.
    const records = Array.from({ length: count - 1 }, (_, index) => [
      record('changes', at + index * 10, { metric: 'LOG_DRAIN_EVENTS', quantity: index }),
      record('changes', at + index * 10 + 9, { metric: 'LOG_DRAIN_EVENTS', quantity: index }),
    ]).flat();
    expect(await accepted(store, 'changes', records)).toBe(records.length);
    const { lines } = await upcoming(store, 'changes', after);
    const counted = lines.filter(({ key }) => key === 'LOG_DRAIN_EVENTS:primary');
    const byStart = new Map(counted.map(({ periodStartSeconds, derivation }) => [periodStartSeconds, Number(derivation?.used.numerator)]));
    expect(Array.from({ length: count - 2 }, (_, index) => byStart.get(at + (index + 1) * 10))).toEqual(
      Array.from({ length: count - 2 }, (_, index) => 2 * (index + 1)),
    );
  });

  it('charges nothing for late usage that the spend cap covered', async () => {
    const store = get();
    const lastEnd = cycleAt(end, (await periodEnd(store, 'capped')) - day).startSeconds;
    expect(await accepted(store, 'capped', [record('capped', lastEnd - day)])).toBe(1);
    expect((await upcoming(store, 'capped', store.clock.nowSeconds())).lines.filter(isLate)).toEqual([]);
    const id = await store.organizationId('capped');
    await store.db.transaction((tx) => changeSpendCap(tx, id, false, store.clock.nowSeconds(), ignore));
    expect((await upcoming(store, 'capped', store.clock.nowSeconds())).lines.filter(isLate)).toEqual([]);
  });

  const leave = async (store: BillingStore, slug: string): Promise<number> => {
    const organizationId = await store.organizationId(slug);
    const atSeconds = store.clock.nowSeconds();
    const terms = { planId: 'free', usageBillingEnabled: false, feeChargedCents: 0 } as const;
    await store.db.transaction((tx) => changePlan(tx, { organizationId, atSeconds, ...terms }, ignore));
    return atSeconds;
  };

  it('sends an organization on Free one invoice when its window closes, and announces it a week before', async () => {
    const store = get();
    const left = await leave(store, 'left');
    await leave(store, 'small');
    await leave(store, 'back');
    const known = (await invoices(store, 'left')).length;
    await store.jobs.moveClock(left + 10 * day);
    for (const slug of ['left', 'back']) expect(await accepted(store, slug, [record(slug, left - day)])).toBe(1);
    expect(await accepted(store, 'small', [record('small', left - day, { metric: 'LOG_DRAIN_EVENTS', quantity: 1 })])).toBe(1);
    // This record is from the time on the Free Plan, where usage costs nothing.
    expect(await accepted(store, 'left', [record('left', left + day)])).toBe(1);

    const announced = () =>
      store.rows<{ slug: string; state: string; cents: string }>(
        `select o.slug, l.state, l.amount_cents::text as cents from late_invoices l join organizations o on o.id = l.organization_id order by 1`,
      );
    await store.jobs.moveClock(left + 28 * day - 1);
    expect(await announced()).toEqual([]);
    await store.jobs.moveClock(left + 28 * day);
    const [egress] = (await upcoming(store, 'left', left + 28 * day)).lines;
    expect(egress?.description).toMatch(/^Egress, \w+ \d+ to \w+ \d+, reported later$/);
    const owed = egress?.amountCents ?? 0;
    expect(owed).toBeGreaterThan(900);
    expect(await announced()).toMatchObject([
      { slug: 'back', state: 'announced', cents: String(owed) },
      { slug: 'left', state: 'announced', cents: String(owed) },
      { slug: 'small', state: 'announced' },
    ]);
    expect((await invoices(store, 'left')).length).toBe(known);

    expect(await accepted(store, 'left', [record('left', left - 2 * day, { quantity: 10 * gb })])).toBe(1);
    await store.jobs.runDue();
    expect((await announced())[1]).toEqual({ slug: 'left', state: 'announced', cents: String(owed + 90) });

    // An organization that has returned to a paid plan gets no separate invoice. Its next cycle invoice contains the late usage.
    const backId = await store.organizationId('back');
    const terms = { planId: 'pro', usageBillingEnabled: true, feeChargedCents: 2500 } as const;
    await store.db.transaction((tx) => changePlan(tx, { organizationId: backId, atSeconds: left + 29 * day, ...terms }, ignore));
    const earlier = (await invoices(store, 'back')).length;

    await store.jobs.moveClock(left + 35 * day);
    const invoice = await newest(store, 'left');
    expect(invoice).toMatchObject({ kind: 'final', status: 'open' });
    expect([cents(invoice.subtotal_cents), cents(invoice.amount_due_cents)]).toEqual([owed + 90, owed + 90]);
    expect((await invoices(store, 'left')).length).toBe(known + 1);
    expect(await announced()).toMatchObject([{ state: 'announced' }, { state: 'invoiced' }, { state: 'waived' }]);
    const waived = await store.rows<{ account: string; cents: string }>(
      `select e.account, e.amount_cents::text as cents from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
       where t.business_key like 'late-usage:%:waived' order by 1`,
    );
    expect(waived).toEqual([
      { account: 'goodwill', cents: '20' },
      { account: 'revenue', cents: '-20' },
    ]);
    expect((await invoices(store, 'back')).length).toBe(earlier);
    expect(await book(store, 'left', [record('left', left - day)])).toMatchObject({ rejected: [{ code: 'late' }] });

    await store.jobs.moveClock(left + 62 * day);
    expect((await invoices(store, 'left')).length).toBe(known + 1);
    const last = await readInvoiceLines(store.db, backId, (await newest(store, 'back')).id);
    expect(last.filter(isLate).map(({ amountCents }) => amountCents)).toEqual([owed]);
    expect((await announced())[0]).toMatchObject({ slug: 'back', state: 'invoiced' });
    const audited = await store.rows<{ before: unknown; after: { state?: string } }>(
      `select before, after from audit_entries a join organizations o on o.id = a.organization_id where what = 'late_invoice' and o.slug = 'left' order by a.id`,
    );
    expect(audited.map(({ after }) => after.state ?? null)).toEqual(['announced', null, 'invoiced']);
    expect(await balance(store, 'left')).toBe(0);
  });

  it('takes the project that used phone MFA earliest for the first one, by its records', async () => {
    const store = get();
    const [first, second] = ['app', 'shop'].toSorted((a, b) => (projectRef('phones', a) > projectRef('phones', b) ? -1 : 1));
    const from = cycleAt(end, (await periodEnd(store, 'phones')) - day).startSeconds;
    const hours = (project: string | undefined, fromSeconds: number, count: number) =>
      record('phones', fromSeconds, {
        project: project ?? '',
        metric: 'AUTH_MFA_PHONE',
        untilSeconds: fromSeconds + count * 3600,
        quantity: 1,
      });
    expect(await accepted(store, 'phones', [hours(second, from + 3600, 10), hours(first, from - day, 1), hours(first, from, 1)])).toBe(3);
    const { lines } = await upcoming(store, 'phones', store.clock.nowSeconds());
    // One hour at $0.1027 and ten hours at $0.0137.
    expect(lines.find(({ key, reportedLater }) => key === 'AUTH_MFA_PHONE:primary' && !reportedLater)?.amountCents).toBe(24);
  });

  it('keeps the books, and fails for no organization', async () => {
    const store = get();
    expect(await store.rows(`select sum(amount_cents)::text as sum from ledger_entries`)).toEqual([{ sum: '0' }]);
    expect(store.logged.filter(({ err }) => err)).toEqual([]);
  });
});
