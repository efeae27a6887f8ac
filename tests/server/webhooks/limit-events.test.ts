import { expect, it } from 'vitest';
import { addBudget, deleteBudget } from '#server/billing/budgets/save-budget.ts';
import { instantOf, rowsOf } from '#server/database/database.ts';
import { operatorOf } from '#tests/support/operator.ts';
import { payerAt, testCard, type Payer } from '#tests/support/payer.ts';
import { onEachStore } from '#tests/support/platform.ts';

const gigabyte = 1_000_000_000;
const day = 86_400;
const ref = (slug: string): string => slug.padEnd(20, 'x').replaceAll('-', 'x').slice(0, 20);

const base = { cyclesBefore: 0, daysIntoCycle: 10, projects: [{ name: 'web', size: 'nano' }] } as const;
const seeds = [
  { ...base, slug: 'upgrades', name: 'Upgrades', plan: 'free' },
  { ...base, slug: 'uncaps', name: 'Uncaps', plan: 'pro', spendCapOn: true },
] as const;

const capReached = { type: 'limit.reached', data: { limit: 'spend_cap', scope: 'organization', window: 'cycle', plan: 'pro' } };
const capLifted = { type: 'limit.lifted', data: capReached.data };
const quota = (metric: string, plan = 'pro') => ({ type: 'quota.exceeded', data: { metric, plan, spend_cap_on: true } });

onEachStore(
  (platform) => {
    let recordCount = 0;
    /** No job runs between these calls of the operator API. */
    const limitsOf = async (slug: string, project = ref(slug)) => {
      const { ask } = await operatorOf(platform());
      const use = async (gigabytes: number, more: Record<string, unknown> = {}) => {
        const at = platform().context.clock.nowSeconds();
        const record = { id: `u-${(recordCount += 1)}`, organization: slug, project_ref: project, metric: 'EGRESS', at };
        const { body } = await ask('POST', '/usage', { records: [{ ...record, quantity: gigabytes * gigabyte, ...more }] });
        expect(body.rejected).toEqual([]);
        return record.id;
      };
      const standing = async () => (await ask('GET', `/organizations/${slug}/standing`)).body;
      const isReached = async (): Promise<boolean> => (await standing()).limit_reached;
      const events = async () =>
        (await ask('GET', `/organizations/${slug}/events?limit=100`)).body.events
          .filter(({ type }: { type: string }) => type.startsWith('limit.') || type === 'quota.exceeded')
          .map(({ type, data }: { type: string; data: unknown }) => ({ type, data }));
      return { ask, use, standing, isReached, events };
    };
    const make = async (slug: string, spendCap: boolean) => {
      const limits = await limitsOf(slug);
      expect((await limits.ask('PUT', `/organizations/${slug}`, { name: slug, plan: 'pro', spend_cap: spendCap })).status).toBe(201);
      expect((await limits.ask('PUT', `/organizations/${slug}/projects/${ref(slug)}`, { name: 'web' })).status).toBe(201);
      return limits;
    };
    const projectOf = async (slug: string): Promise<string> =>
      rowsOf<{ ref: string }>(
        await platform().context.db.execute(
          `select p.ref from projects p join organizations o on o.id = p.organization_id where o.slug = '${slug}'`,
        ),
      )[0]?.ref ?? '';
    const pass = (seconds: number) => platform().context.jobs.moveClock(platform().context.clock.nowSeconds() + seconds);
    const change: Payer['change'] = (...request) => payerAt(platform()).change(...request);
    const settled = () => payerAt(platform()).settled();

    it('says that a spend cap is reached with the answer to the usage, once for each crossing', async () => {
      const { use, isReached, events } = await make('cap-once', true);
      await use(200);
      expect([await isReached(), await events()]).toEqual([false, []]);
      await use(51);
      expect([await isReached(), await events()]).toEqual([true, [quota('EGRESS'), capReached]]);
      await use(10);
      await pass(120);
      expect(await events()).toEqual([quota('EGRESS'), capReached]);
      await use(1, { metric: 'FUNCTION_INVOCATIONS', quantity: 2_000_001 });
      expect(await events()).toEqual([quota('EGRESS'), capReached, quota('FUNCTION_INVOCATIONS')]);
    });

    it('repeats nothing for usage that is sent again', async () => {
      const { use, events } = await make('cap-retry', true);
      const at = platform().context.clock.nowSeconds();
      for (let each = 0; each < 3; each += 1) await use(300, { id: 'same', at });
      expect(await events()).toEqual([quota('EGRESS'), capReached]);
    });

    it('lifts the cap by a correction, and reaches it again as a new crossing', async () => {
      const { use, isReached, events } = await make('cap-corrected', true);
      const id = await use(300);
      await use(100, { replaces: id });
      expect([await isReached(), await events()]).toEqual([false, [quota('EGRESS'), capReached, capLifted]]);
      await use(200);
      expect([await isReached(), await events()]).toEqual([true, [quota('EGRESS'), capReached, capLifted, quota('EGRESS'), capReached]]);
    });

    it('lifts the cap at the end of the cycle, and by closing the organization', async () => {
      const ends = await make('cap-ends', true);
      await ends.use(300);
      await pass(32 * day);
      expect([await ends.isReached(), await ends.events()]).toEqual([false, [quota('EGRESS'), capReached, capLifted]]);
      await ends.use(300);
      expect((await ends.ask('DELETE', '/organizations/cap-ends')).status).toBe(202);
      expect((await ends.events()).slice(3).map(({ type }: { type: string }) => type)).toEqual([
        'quota.exceeded',
        'limit.reached',
        'limit.lifted',
      ]);
    });

    it('lifts a cap that is turned off, and reaches it when it is turned on again', async () => {
      const { use, isReached, events } = await limitsOf('uncaps', await projectOf('uncaps'));
      await use(300);
      expect(await isReached()).toBe(true);
      expect((await change('uncaps', { tier: 'tier_payg' })).status).toBe(200);
      await settled();
      expect([await isReached(), await events()]).toEqual([false, [quota('EGRESS'), capReached, capLifted]]);
      await pass(60);
      expect((await change('uncaps', { tier: 'tier_pro' })).status).toBe(200);
      await settled();
      await use(10);
      expect([await isReached(), (await events()).slice(3)]).toEqual([true, [quota('EGRESS'), capReached]]);
    });

    it('lifts the quotas of Free by an upgrade', async () => {
      const { use, isReached, events } = await limitsOf('upgrades', await projectOf('upgrades'));
      await use(6);
      expect([await isReached(), (await events())[0]]).toEqual([true, quota('EGRESS', 'free')]);
      const upgraded = await change('upgrades', { tier: 'tier_pro', payment_method: await payerAt(platform()).card(testCard.good) });
      expect([upgraded.status, upgraded.body.pending_payment_intent_secret]).toEqual([200, null]);
      await settled();
      expect([await isReached(), (await events()).at(-1)]).toEqual([
        false,
        { type: 'limit.lifted', data: { ...capReached.data, plan: 'pro' } },
      ]);
    });

    it('says the same of a spending limit, and lifts it when it is deleted', async () => {
      const { use, isReached, events } = await make('limit-once', false);
      const { db, clock } = platform().context;
      const [row] = rowsOf<{ id: number }>(await db.execute(`select id from organizations where slug = 'limit-once'`));
      const organizationId = row?.id ?? 0;
      const at = clock.nowSeconds();
      const id = `bud_${'1'.padStart(24, '0')}`;
      const terms = { name: 'Limit', scope: 'organization', basis: 'overage', amountCents: 450, thresholds: [], recipients: null } as const;
      await db.transaction((tx) => addBudget(tx, { id, organizationId, ...terms, atLimit: 'stop', createdAt: instantOf(at) }, at));
      await pass(1);
      await use(275);
      expect([await isReached(), await events()]).toEqual([false, []]);
      await use(100);
      const data = { ...capReached.data, limit: 'spending_limit' };
      expect([await isReached(), await events()]).toEqual([true, [{ type: 'limit.reached', data }]]);
      await db.transaction((tx) => deleteBudget(tx, organizationId, id, clock.nowSeconds()));
      expect([await isReached(), (await events()).slice(1)]).toEqual([false, [{ type: 'limit.lifted', data }]]);
    });

    it('lists a spending limit with the standing, and since when it is reached', async () => {
      const { db, clock } = platform().context;
      const stopAt = async (slug: string, amountCents: number): Promise<void> => {
        const [row] = rowsOf<{ id: number }>(await db.execute(`select id from organizations where slug = '${slug}'`));
        const at = clock.nowSeconds();
        const place = { id: `bud_${String(amountCents).padStart(24, '0')}`, organizationId: row?.id ?? 0, createdAt: instantOf(at) };
        const terms = {
          name: 'Limit',
          scope: 'organization',
          basis: 'overage',
          thresholds: [],
          recipients: null,
          atLimit: 'stop',
        } as const;
        await db.transaction((tx) => addBudget(tx, { ...place, ...terms, amountCents }, at));
      };
      const { use, standing } = await make('limit-listed', false);
      expect((await standing()).limits).toEqual([]);
      await stopAt('limit-listed', 450);
      await stopAt('limit-listed', 900);
      // The organization's two limits appear as one entry, because only the lower limit has an effect.
      const limit = { scope: 'organization', window: 'cycle', reached: false, since: null };
      expect((await standing()).limits).toEqual([limit]);
      await pass(3600);
      const reachedAt = clock.nowSeconds();
      await use(375);
      const { limits } = await standing();
      expect(limits).toEqual([{ ...limit, reached: true, since: expect.any(Number) as number }]);
      expect([limits[0].since >= reachedAt, limits[0].since <= clock.nowSeconds()]).toEqual([true, true]);
      await pass(3600);
      await use(10);
      expect((await standing()).limits).toEqual(limits);
      await pass(32 * day);
      expect((await standing()).limits).toEqual([limit]);

      const capped = await make('limit-capped', true);
      await stopAt('limit-capped', 451);
      await capped.use(300);
      expect(await capped.standing()).toMatchObject({ spend_cap_on: true, limit_reached: true, limits: [] });
    });

    it('delivers the events in the order in which they happened', async () => {
      const { use, ask } = await make('cap-order', true);
      await use(300);
      const { events } = (await ask('GET', '/organizations/cap-order/events?limit=100')).body;
      const types = events.map(({ type }: { type: string }) => type);
      expect(types.indexOf('quota.exceeded')).toBeLessThan(types.indexOf('limit.reached'));
      expect(events.map(({ sequence }: { sequence: number }) => sequence)).toEqual(events.map((_: unknown, index: number) => index + 1));
    });
  },
  {},
  { seeds: [...seeds], automatic: false },
);
