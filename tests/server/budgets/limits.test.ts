import { expect, it } from 'vitest';
import { formatCents } from '#lib/money.ts';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { projectRef } from '#server/seed/identifiers.ts';
import { upcomingBill } from '#server/billing/periods/billed-usage.ts';
import { loadBillingInputs } from '#server/billing/periods/billing-inputs.ts';
import { changePlan } from '#server/billing/invoices/change-plan.ts';
import { collectByCard } from '#server/billing/invoices/collections.ts';
import { reviewOrganization } from '#server/billing/restrictions/restriction-reviews.ts';
import { previewBudget } from '#server/billing/budgets/preview-budget.ts';
import { addBudget, changeBudget, deleteBudget } from '#server/billing/budgets/save-budget.ts';
import { recordUsage } from '#server/billing/usage/record-usage.ts';
import { instantOf } from '#server/database/database.ts';
import { budgetsOf, type BudgetTerms } from '#server/store/budgets.ts';
import { standingFacts } from '#server/store/provisioning/standing.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import { invoiceCsv } from '#server/documents/invoice-csv.ts';
import { invoiceWords } from '#server/documents/invoice-messages.ts';
import { invoiceDocumentData } from '#server/store/invoices/invoice-document-data.ts';
import { readInvoiceLines } from '#server/store/invoices/invoice-lines.ts';
import { newest, views } from '#tests/server/cycles/fixtures.ts';
import { onEachBillingStore, seconds, type BillingStore } from '#tests/support/billing-store.ts';

const now = seconds('2026-03-10T12:00:00Z');
const hour = 3600;
const gb = 1_000_000_000;
const base = { cyclesBefore: 0, daysIntoCycle: 9, projects: [{ name: 'app' }], plan: 'pro' } as const;
const names = [
  'stops',
  'raises',
  'late',
  'ends',
  'capped',
  'crosses',
  'corrects',
  'predicts',
  'splits',
  'ordinary',
  'changes',
  'free-riders',
  'computes',
  'replays',
] as const;
const organizations: OrganizationSeed[] = names.map((slug) => ({ ...base, slug, name: slug }));

const overage = (amountCents: number, more: Partial<BudgetTerms> = {}): BudgetTerms => ({
  name: 'Limit',
  scope: 'organization',
  basis: 'overage',
  amountCents,
  thresholds: [],
  atLimit: 'stop',
  recipients: null,
  ...more,
});

let made = 0;

const room = invoicesTexts.roomBelowLimit;

async function papersOf(store: BillingStore, slug: string): Promise<(string | undefined)[]> {
  const { id: invoiceId } = await newest(store, slug);
  const id = await store.organizationId(slug);
  const lines = await readInvoiceLines(store.db, id, invoiceId);
  const papers = await invoiceDocumentData(store.db, id, invoiceId);
  if (!papers) throw new Error(`There is no invoice ${invoiceId}`);
  const csv = await new Response(invoiceCsv(store.db, id, 'lines', {})).text();
  return [
    views([...lines]).map(({ description }) => description),
    invoiceWords(papers, lines).lines.map(({ description }) => description),
    csv.split(/\r\n|"/),
  ].map((texts) => texts.find((text) => text.includes(room)));
}

onEachBillingStore(organizations, now, (get) => {
  const idOf = (slug: string): Promise<number> => get().organizationId(slug);
  const limit = async (store: BillingStore, slug: string, terms: BudgetTerms): Promise<string> => {
    made += 1;
    const id = `bud_${String(made).padStart(24, '0')}`;
    const organizationId = await idOf(slug);
    const at = store.clock.nowSeconds();
    await store.db.transaction((tx) => addBudget(tx, { id, organizationId, ...terms, createdAt: instantOf(at) }, at));
    await store.jobs.moveClock(at + 1);
    return id;
  };
  const send = async (
    slug: string,
    quantity: number,
    about: { at?: number; id?: string; replaces?: string; metric?: string } = {},
  ): Promise<void> => {
    made += 1;
    const store = get();
    const at = about.at ?? store.clock.nowSeconds();
    const record = {
      index: 0,
      id: about.id ?? `r${made}`,
      projectRef: projectRef(slug, 'app'),
      metric: about.metric ?? 'EGRESS',
      fromSeconds: at,
      untilSeconds: null,
      quantity,
    };
    const booked = await recordUsage(
      store.db,
      await idOf(slug),
      [{ ...record, ...(about.replaces && { replaces: about.replaces }) }],
      store.clock.nowSeconds(),
    );
    expect(booked.rejected).toEqual([]);
  };
  const bill = async (slug: string) => {
    // A limit takes effect in the second after its creation.
    const at = get().clock.nowSeconds() + 1;
    return upcomingBill(await loadBillingInputs(get().db, await idOf(slug), at), at);
  };
  const egress = async (slug: string) => {
    const { lines } = await bill(slug);
    const notice = lines.find(({ key }) => key === 'over_limit');
    return [lines.find(({ key }) => key === 'EGRESS:primary')?.amountCents ?? 0, notice?.description ?? null] as const;
  };
  const isReached = async (slug: string): Promise<boolean> => (await standingFacts(get().db, slug, 0))?.reachedLimit === 'spending_limit';
  const notCharged = (cents: number): string => `Used beyond your limit and not charged: ${formatCents(cents)}`;
  const restrictionOf = async (slug: string) => {
    const [row] = await get().rows<{ status: string | null; violations: string[] | null }>(
      `select restriction_status as status, violations from organizations where slug = '${slug}'`,
    );
    return row;
  };
  const eventsOf = async (slug: string) =>
    get().rows<{ kind: string; thresholds: { percent: number; on: string }[] }>(
      `select e.kind, e.thresholds from budget_events e join organizations o on o.id = e.organization_id where o.slug = '${slug}' order by e.id`,
    );

  it('charges up to the limit, meters the rest, says so at once, and restricts nothing within the cycle', async () => {
    await limit(get(), 'stops', overage(900));
    await send('stops', 300 * gb);
    expect([await egress('stops'), await isReached('stops')]).toEqual([[450, null], false]);
    await send('stops', 200 * gb);
    expect([await egress('stops'), await isReached('stops')]).toEqual([[900, notCharged(1350)], true]);
    expect(await restrictionOf('stops')).toEqual({ status: null, violations: ['spending_limit_exceeded'] });
  });

  it("takes the limit of the whole bill less the lines that it can't cover", async () => {
    const before = (await bill('splits')).amountTotalCents;
    await limit(get(), 'splits', overage(before + 500, { basis: 'bill' }));
    for (const part of [100, 100, 150]) await send('splits', part * gb);
    const { amountTotalCents } = await bill('splits');
    expect([amountTotalCents, await egress('splits')]).toEqual([before + 500, [500, notCharged(400)]]);
  });

  it('charges what comes after a raised limit, and nothing of what was used before it', async () => {
    const store = get();
    const id = await limit(store, 'raises', overage(450));
    await send('raises', 400 * gb);
    expect(await egress('raises')).toEqual([450, notCharged(900)]);
    await store.jobs.moveClock(store.clock.nowSeconds() + hour);
    const organizationId = await idOf('raises');
    const at = store.clock.nowSeconds();
    const change = (version: number) => store.db.transaction((tx) => changeBudget(tx, { organizationId, id, version }, overage(1000), at));
    expect([await change(7), await change(1)]).toEqual([null, true]);
    expect([await egress('raises'), await isReached('raises')]).toEqual([[450, notCharged(900)], false]);
    await store.jobs.moveClock(at + 1);
    await send('raises', 10 * gb);
    await store.jobs.moveClock(at + 60);
    expect(await egress('raises')).toEqual([540, notCharged(900)]);
    await send('raises', 100 * gb);
    expect([await egress('raises'), await isReached('raises')]).toEqual([[1000, notCharged(900 + 530 - 90)], true]);
    await store.db.transaction((tx) => deleteBudget(tx, organizationId, id, store.clock.nowSeconds()));
    expect(await isReached('raises')).toBe(false);
  });

  const changeTo = async (slug: string, planId: 'pro' | 'team' | 'free'): Promise<void> => {
    const store = get();
    const atSeconds = store.clock.nowSeconds();
    const organizationId = await idOf(slug);
    const change = { organizationId, atSeconds, planId, usageBillingEnabled: planId !== 'free', feeChargedCents: 0 };
    await store.db.transaction((tx) => changePlan(tx, change, collectByCard));
    await store.jobs.moveClock(atSeconds + 60);
  };
  const allEgress = async (slug: string): Promise<number> => {
    const rows = await get().rows<{ cents: string | null }>(
      `select sum(amount_cents)::text as cents from invoice_lines where organization_id = ${await idOf(slug)} and key like 'EGRESS%'`,
    );
    const { lines } = await bill(slug);
    const open = lines.flatMap(({ metric, amountCents }) => (metric === 'EGRESS' ? [amountCents] : []));
    return Number(rows[0]?.cents ?? 0) + open.reduce((sum, cents) => sum + cents, 0);
  };

  it('holds for the whole billing cycle through plan changes, and for usage that is reported later', async () => {
    const store = get();
    await limit(store, 'changes', overage(300));
    const startedAt = store.clock.nowSeconds();
    const spent: number[] = [];
    for (const planId of ['team', 'pro', 'team', 'pro'] as const) {
      await send('changes', 400 * gb);
      spent.push(await allEgress('changes'));
      await changeTo('changes', planId);
    }
    await send('changes', 400 * gb);
    expect([...spent, await allEgress('changes')]).toEqual([300, 300, 300, 300, 300]);
    expect(await isReached('changes')).toBe(true);

    // The final invoice bills all usage so far and uses up the limit, so later usage in the same cycle on Pro is not charged.
    await changeTo('changes', 'free');
    await changeTo('changes', 'pro');
    await send('changes', 400 * gb);
    await send('changes', 50 * gb, { at: startedAt });
    expect(await allEgress('changes')).toBe(300);
  });

  it('leaves out compute of an earlier part of the cycle that had no limit', async () => {
    const startedAt = get().clock.nowSeconds();
    await send('computes', 400 * gb);
    await get().jobs.moveClock(startedAt + 2 * hour);
    await changeTo('computes', 'team');
    // Sends late usage, so that the platform recalculates the part of the cycle before the plan change.
    await send('computes', 50 * gb, { at: startedAt });
    const before = await allEgress('computes');
    expect(before).toBeGreaterThan(0);
    await limit(get(), 'computes', overage(before + 500));
    await send('computes', 2000 * gb);
    expect(await allEgress('computes')).toBe(before + 500);
  });

  it('says what it would have saved in a cycle that plan changes split', async () => {
    for (const planId of ['team', 'pro'] as const) {
      await send('replays', 400 * gb);
      await get().jobs.moveClock(get().clock.nowSeconds() + 60);
      await changeTo('replays', planId);
    }
    const charged = await allEgress('replays');
    const { replay } = await previewBudget(get().db, await idOf('replays'), overage(300), get().clock.nowSeconds());
    expect(charged).toBeGreaterThan(600);
    expect(replay).toMatchObject({ cycles: 1, limit: { less_cents: charged - 300 } });
  });

  it('is the spend cap where the limit is nothing', async () => {
    await limit(get(), 'capped', overage(0));
    await send('capped', 400 * gb);
    expect([await egress('capped'), await isReached('capped')]).toEqual([[0, notCharged(1350)], true]);
  });

  it('notes several thresholds of one batch once, in one event, and a correction resolves them', async () => {
    const thresholds = [50, 80, 100].map((percent) => ({ percent, on: 'actual' as const }));
    await limit(get(), 'crosses', overage(1000, { atLimit: 'alert', thresholds }));
    await send('crosses', 340 * gb, { id: 'first' });
    await send('crosses', 10 * gb);
    await send('crosses', 1 * gb);
    expect((await eventsOf('crosses')).map(({ kind, thresholds: crossed }) => [kind, crossed.map(({ percent }) => percent)])).toEqual([
      ['crossed', [50, 80]],
    ]);
    await send('crosses', 250 * gb, { replaces: 'first' });
    await send('crosses', 90 * gb);
    const all = (await eventsOf('crosses')).map(({ kind, thresholds: crossed }) => [kind, crossed.map(({ percent }) => percent)]);
    expect(all).toEqual([
      ['crossed', [50, 80]],
      ['resolved', [50, 80]],
    ]);
    const [budget] = await budgetsOf(get().db, await idOf('crosses'));
    expect(budget?.version).toBe(1);
  });

  it('keeps its promise on the invoice, and for usage that is reported later', async () => {
    const store = get();
    await limit(store, 'ends', overage(900));
    await send('ends', 500 * gb);
    const end = (await loadBillingInputs(store.db, await idOf('ends'), now)).running.period.cycle.endSeconds;
    await limit(store, 'corrects', overage(900));
    await send('corrects', 350 * gb, { id: 'too much' });
    const usedAt = store.clock.nowSeconds();
    await store.jobs.moveClock(usedAt + 60);
    await send('corrects', 4_000_000, { metric: 'FUNCTION_INVOCATIONS' });
    await limit(store, 'late', overage(900));
    await send('late', 300 * gb);
    await limit(store, 'ordinary', overage(900));
    await send('ordinary', 500 * gb);
    const [reached] = await budgetsOf(store.db, await idOf('ordinary'));
    const raisedAt = store.clock.nowSeconds();
    if (reached) await store.db.transaction((tx) => changeBudget(tx, reached, overage(50_000), raisedAt));
    await store.jobs.moveClock(end + 2 * hour);
    const linesOf = (slug: string) =>
      store.rows<{ description: string; cents: string }>(
        `select l.description, l.amount_cents::text as cents from invoice_lines l join invoices i on i.id = l.invoice_id
         join organizations o on o.id = i.organization_id where o.slug = '${slug}' and i.kind = 'cycle' and (l.key like 'EGRESS%' or l.key = 'over_limit') order by l.position`,
      );
    expect(await linesOf('ends')).toEqual([
      { description: 'Egress', cents: '900' },
      { description: notCharged(1350), cents: '0' },
    ]);
    expect(await linesOf('late')).toEqual([{ description: 'Egress', cents: '450' }]);
    await send('late', 200 * gb, { at: end - hour });
    const { lines } = await bill('late');
    expect(lines.filter(({ reportedLater }) => reportedLater).map(({ amountCents }) => amountCents)).toEqual([450]);

    // No invoice has listed this usage as uncharged, so the description of the line must not mention a correction.
    await send('ordinary', 100 * gb, { at: raisedAt + hour });
    const ordinary = (await bill('ordinary')).lines.filter(({ reportedLater }) => reportedLater);
    expect(ordinary.map(({ amountCents, description }) => [amountCents, description.includes(room)])).toEqual([[900, false]]);

    await send('corrects', 100 * gb, { at: usedAt, replaces: 'too much' });
    const corrected = (await bill('corrects')).lines.filter(({ key, reportedLater }) => reportedLater && key !== 'corrected');
    expect(
      corrected.map(({ key, amountCents, description }) => [key, amountCents, /not charged before: a correction/.test(description)]),
    ).toEqual([
      ['EGRESS:primary', -900, false],
      ['FUNCTION_INVOCATIONS:primary', 400, true],
    ]);
    const renewed = (await loadBillingInputs(store.db, await idOf('corrects'), store.clock.nowSeconds())).running.period.cycle.endSeconds;
    await store.jobs.moveClock(renewed + 2 * hour);
    expect(await papersOf(store, 'corrects')).toEqual(Array(3).fill('Function Invocations, Mar 01 to Apr 01, reported later, ' + room));
    const charged = await store.rows<{ cents: string }>(
      `select sum(l.amount_cents)::text as cents from invoice_lines l join organizations o on o.id = l.organization_id
       where o.slug = 'corrects' and l.key ~ '^(EGRESS|FUNCTION)'`,
    );
    expect(Number(charged[0]?.cents)).toBe(400);
  });

  it('restricts by the dates of the spend cap, and no more once the limit is raised', async () => {
    const store = get();
    const id = await limit(store, 'free-riders', overage(0));
    const organizationId = await idOf('free-riders');
    await send('free-riders', 400 * gb);
    const end = (await loadBillingInputs(store.db, organizationId, store.clock.nowSeconds())).running.period.cycle.endSeconds;
    const day = 24 * hour;
    const seen: unknown[] = [];
    for (const at of [end + 2 * hour, end + 15 * day, end + 22 * day]) {
      await store.jobs.moveClock(at);
      await send('free-riders', 400 * gb);
      // Marks invoices of earlier tests as paid. They are overdue, because the organization has no card.
      await store.rows(`update invoices set status = 'paid' where organization_id = ${organizationId} and status <> 'draft'`);
      await store.db.transaction((tx) => reviewOrganization(tx, organizationId, at));
      seen.push(await restrictionOf('free-riders'));
    }
    const violations = ['spending_limit_exceeded'];
    expect(seen).toEqual([
      { status: 'grace_period', violations },
      { status: 'grace_period_over', violations },
      { status: 'restricted', violations },
    ]);
    expect((await egress('free-riders'))[0]).toBe(0);
    const at = store.clock.nowSeconds();
    const place = { organizationId, id, version: 1 };
    expect(await store.db.transaction((tx) => changeBudget(tx, place, overage(900_000), at))).not.toBeNull();
    expect(await restrictionOf('free-riders')).toEqual({ status: null, violations: null });
    expect(await egress('free-riders')).toEqual([0, expect.stringContaining('not charged')]);
  });
});
