import { expect, it } from 'vitest';
import { projectRef } from '#server/seed/identifiers.ts';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { previewBudget } from '#server/billing/budgets/preview-budget.ts';
import { addBudget, changeBudget } from '#server/billing/budgets/save-budget.ts';
import { changePlan } from '#server/billing/invoices/change-plan.ts';
import { collectByCard } from '#server/billing/invoices/collections.ts';
import { upcomingBill } from '#server/billing/periods/billed-usage.ts';
import { loadBillingInputs } from '#server/billing/periods/billing-inputs.ts';
import { recordUsage } from '#server/billing/usage/record-usage.ts';
import { instantOf } from '#server/database/database.ts';
import type { BudgetTerms } from '#server/store/budgets.ts';
import { standingFacts } from '#server/store/provisioning/standing.ts';
import { onEachBillingStore, seconds } from '#tests/support/billing-store.ts';

const now = seconds('2026-03-10T12:00:00Z');
const day = 86_400;
const gb = 1_000_000_000;
const base = { cyclesBefore: 0, daysIntoCycle: 9, plan: 'pro' } as const;
const names = ['one-project', 'two-limits', 'plans', 'days', 'two-changes', 'midnight', 'looks'] as const;
const organizations: OrganizationSeed[] = names.map((slug) => ({
  ...base,
  slug,
  name: slug,
  projects: [{ name: 'app' }, { name: 'shop' }],
}));

const limitOn = (scope: BudgetTerms['scope'], amountCents: number, more: Partial<BudgetTerms> = {}): BudgetTerms => ({
  name: 'Limit',
  scope,
  basis: 'overage',
  amountCents,
  thresholds: [],
  atLimit: 'stop',
  recipients: null,
  ...more,
});

let made = 0;

onEachBillingStore(organizations, now, (get) => {
  const limit = async (slug: string, terms: BudgetTerms): Promise<string> => {
    made += 1;
    const id = `bud_${String(made).padStart(24, '0')}`;
    const store = get();
    const at = store.clock.nowSeconds();
    const organizationId = await store.organizationId(slug);
    await store.db.transaction((tx) => addBudget(tx, { id, organizationId, ...terms, createdAt: instantOf(at) }, at));
    await store.jobs.moveClock(at + 1);
    return id;
  };
  const send = async (slug: string, name: string, quantity: number, more: { at?: number; metric?: string } = {}): Promise<void> => {
    made += 1;
    const store = get();
    const at = more.at ?? store.clock.nowSeconds();
    const place = { index: 0, id: `p${made}`, projectRef: projectRef(slug, name), metric: more.metric ?? 'EGRESS' };
    const record = { ...place, fromSeconds: at, untilSeconds: null, quantity };
    const booked = await recordUsage(store.db, await store.organizationId(slug), [record], store.clock.nowSeconds());
    expect(booked.rejected).toEqual([]);
    await store.jobs.moveClock(store.clock.nowSeconds() + 60);
  };
  const linesOf = async (slug: string) => {
    const at = get().clock.nowSeconds() + 1;
    return (await upcomingBill(await loadBillingInputs(get().db, await get().organizationId(slug), at), at)).lines;
  };
  const egress = async (slug: string): Promise<Record<string, number>> => {
    const line = (await linesOf(slug)).find(({ key, carriedOver }) => key === 'EGRESS:primary' && !carriedOver);
    return Object.fromEntries((line?.breakdown ?? []).map(({ name, amountCents }) => [name, amountCents]));
  };
  const allEgress = async (slug: string): Promise<number> => {
    const rows = await get().rows<{ cents: string | null }>(
      `select sum(amount_cents)::text as cents from invoice_lines
       where organization_id = ${await get().organizationId(slug)} and key like 'EGRESS%'`,
    );
    const open = (await linesOf(slug)).flatMap(({ metric, amountCents }) => (metric === 'EGRESS' ? [amountCents] : []));
    return Number(rows[0]?.cents ?? 0) + open.reduce((sum, cents) => sum + cents, 0);
  };
  const standing = async (slug: string) => {
    const facts = await standingFacts(get().db, slug, 0);
    return { reached: facts?.reachedParts ?? [], status: facts?.status ?? null, violations: facts?.violations ?? null };
  };
  const changeTo = async (slug: string, planId: 'pro' | 'team'): Promise<void> => {
    const store = get();
    const atSeconds = store.clock.nowSeconds();
    const change = { organizationId: await store.organizationId(slug), atSeconds, planId, usageBillingEnabled: true, feeChargedCents: 0 };
    await store.db.transaction((tx) => changePlan(tx, change, collectByCard));
    await store.jobs.moveClock(atSeconds + 60);
  };

  it('charges a project up to its limit and its neighbour in full, shows it in the standing, and restricts nothing', async () => {
    const scope = `project:${projectRef('one-project', 'app')}` as const;
    const id = await limit('one-project', limitOn(scope, 900));
    await send('one-project', 'shop', 250 * gb);
    await send('one-project', 'app', 60 * gb);
    expect([await egress('one-project'), (await standing('one-project')).reached]).toEqual([{ app: 540, shop: 0 }, []]);
    const at = get().clock.nowSeconds();
    await send('one-project', 'app', 100 * gb);
    await send('one-project', 'shop', 100 * gb);
    expect(await egress('one-project')).toEqual({ app: 900, shop: 900 });
    expect(await standing('one-project')).toEqual({
      reached: [{ scope, window: 'cycle', sinceSeconds: at }],
      status: null,
      violations: null,
    });
    const store = get();
    const organizationId = await store.organizationId('one-project');
    const raisedAt = store.clock.nowSeconds();
    const raise = store.db.transaction((tx) => changeBudget(tx, { organizationId, id, version: 1 }, limitOn(scope, 2000), raisedAt));
    expect([await raise, (await standing('one-project')).reached]).toEqual([true, []]);
    await store.jobs.moveClock(raisedAt + 2);
    await send('one-project', 'app', 10 * gb);
    expect(await egress('one-project')).toEqual({ app: 990, shop: 900 });
    const events = await store.rows<{ type: string; scope: string }>(
      `select type, data ->> 'scope' as scope from platform_events where organization_id = ${organizationId} and type like 'limit.%' order by sequence`,
    );
    expect(events).toEqual([
      { type: 'limit.reached', scope },
      { type: 'limit.lifted', scope },
    ]);
  });

  it('keeps every limit where they combine: the organization, a metric and a project', async () => {
    await limit('two-limits', limitOn('metric:EGRESS', 1000));
    await limit('two-limits', limitOn(`project:${projectRef('two-limits', 'app')}`, 300));
    await limit('two-limits', limitOn('organization', 1200));
    await send('two-limits', 'shop', 250 * gb);
    await send('two-limits', 'app', 500 * gb);
    expect(await egress('two-limits')).toEqual({ app: 300, shop: 0 });
    await send('two-limits', 'shop', 500 * gb);
    expect(await egress('two-limits')).toEqual({ app: 300, shop: 700 });
    await send('two-limits', 'shop', 400 * gb, { metric: 'CACHED_EGRESS' });
    const cached = (await linesOf('two-limits')).find(({ key }) => key === 'CACHED_EGRESS:primary');
    expect(cached?.amountCents).toBe(200);
  });

  it('holds for a project through plan changes, and for usage that is reported later', async () => {
    await limit('plans', limitOn(`project:${projectRef('plans', 'app')}`, 300));
    const startedAt = get().clock.nowSeconds();
    for (const planId of ['team', 'pro', 'team'] as const) {
      await send('plans', 'app', 400 * gb);
      expect(await allEgress('plans')).toBe(300);
      await changeTo('plans', planId);
    }
    await send('plans', 'app', 50 * gb, { at: startedAt });
    expect(await allEgress('plans')).toBe(300);
  });

  it('charges a metric up to the limit of each day', async () => {
    await limit('days', limitOn('metric:EGRESS', 200, { window: 'day' }));
    await send('days', 'app', 260 * gb);
    expect(await allEgress('days')).toBe(90);
    await send('days', 'app', 100 * gb);
    expect(await allEgress('days')).toBe(200);
    expect((await standing('days')).reached).toMatchObject([{ scope: 'metric:EGRESS', window: 'day' }]);
    const midnight = (Math.floor(get().clock.nowSeconds() / day) + 1) * day;
    await get().jobs.moveClock(midnight + 60);
    expect((await standing('days')).reached).toEqual([]);
    await send('days', 'shop', 100 * gb);
    expect(await allEgress('days')).toBe(400);
  });

  it('counts the charges of the whole day after two plan changes on this day', async () => {
    await limit('two-changes', limitOn('metric:EGRESS', 200, { window: 'day' }));
    await send('two-changes', 'app', 1000 * gb);
    await changeTo('two-changes', 'team');
    await changeTo('two-changes', 'pro');
    await send('two-changes', 'app', 1000 * gb);
    expect(await allEgress('two-changes')).toBe(200);
  });

  it('charges again on a day that begins with a plan change at midnight', async () => {
    await limit('midnight', limitOn('metric:EGRESS', 200, { window: 'day' }));
    await send('midnight', 'app', 1000 * gb);
    await get().jobs.moveClock((Math.floor(get().clock.nowSeconds() / day) + 1) * day);
    await changeTo('midnight', 'team');
    await send('midnight', 'app', 1000 * gb);
    expect(await allEgress('midnight')).toBe(400);
  });

  it('says before it is saved what a limit on a project would have saved, and counts earlier parts of a split cycle', async () => {
    await send('looks', 'app', 400 * gb);
    await changeTo('looks', 'team');
    await send('looks', 'app', 400 * gb);
    await changeTo('looks', 'pro');
    const store = get();
    const id = await store.organizationId('looks');
    const charged = await allEgress('looks');
    const terms = limitOn(`project:${projectRef('looks', 'app')}`, 500);
    const { stop, replay } = await previewBudget(store.db, id, terms, store.clock.nowSeconds());
    expect(stop).toMatchObject({ allowance_cents: 500, charged_cents: charged, stops_now: true });
    expect(replay).toMatchObject({ cycles: 1, limit: { less_cents: charged - 500 } });
    const daily = limitOn('metric:EGRESS', 500, { window: 'day' });
    const ofDay = await previewBudget(store.db, id, daily, store.clock.nowSeconds());
    expect([ofDay.stop?.covers, ofDay.replay.limit?.less_cents]).toEqual([['Egress'], charged - 500]);
  });
});
