import { beforeAll, describe, expect, it } from 'vitest';
import { upcomingBill } from '#server/billing/periods/billed-usage.ts';
import { loadCountedInputs, loadSummedInputs } from '#server/billing/periods/billing-inputs.ts';
import { rowsOf } from '#server/database/database.ts';
import { projectRef } from '#server/seed/identifiers.ts';
import { moneyOrganizations } from '#tests/support/money-organizations.ts';
import { operatorOf, type Operator } from '#tests/support/operator.ts';
import { onEachStore } from '#tests/support/platform.ts';

const gb = 1_000_000_000;
const hour = 3600;

onEachStore(
  (platform) => {
    let operator: Operator;
    const send = (slug: string, method: string, to: string, body?: object) =>
      platform().ask(`/platform/organizations/${slug}/billing${to}`, {
        as: 'owner',
        method,
        headers: { 'Content-Type': 'application/json', Version: '2' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const price = (slug: string, body: object) => send(slug, 'POST', '/price-tags', body);
    const projected = async (slug: string): Promise<number> =>
      Math.round((await send(slug, 'GET', '/invoices/upcoming')).body.amount_projected * 100);
    const web = (slug: string): string => projectRef(slug, 'web');

    beforeAll(async () => {
      const { clock, jobs } = platform().context;
      operator = await operatorOf(platform());
      // Moves the clock to half past an hour, so that no new clock hour starts during a test.
      await jobs.moveClock(Math.ceil(clock.nowSeconds() / hour) * hour + hour / 2);
    });

    it('is named as a capability', async () => {
      expect((await platform().ask('/platform/profile', { as: 'owner' })).body.capabilities).toContain('price-tags');
    });

    it('reads equal resources as one, and bills the same, also under a limit', async () => {
      const { db, clock } = platform().context;
      const nowSeconds = clock.nowSeconds();
      const ids = rowsOf<{ id: number }>(await db.execute('select id from organizations order by id'));
      const amounts = async (inputs: Awaited<ReturnType<typeof loadCountedInputs>>) => [
        inputs.running.limit?.isReached,
        (await upcomingBill(inputs, nowSeconds)).lines.map(({ key, amountCents }) => [key, amountCents]),
      ];
      const limits = JSON.stringify([{ atSeconds: nowSeconds - 3 * 86_400, bill: null, overage: 700 }]);
      for (const each of [null, limits]) {
        if (each) await db.execute(`update billing_periods set limit_changes = '${each}' where closed_at is null`);
        for (const { id } of ids) {
          const [counted, summed] = [await loadCountedInputs(db, id, nowSeconds), await loadSummedInputs(db, id, nowSeconds)];
          expect(await amounts(counted)).toEqual(await amounts(summed));
        }
      }
      await db.execute(`update billing_periods set limit_changes = '[]' where closed_at is null`);
    });

    it('prices a project as the upcoming invoice then does', async () => {
      const { status, body } = await price('payg', { item: 'project', compute_size: 'small' });
      const { clock, jobs } = platform().context;
      const before = await projected('payg');
      const created = await operator.ask('PUT', `/organizations/payg/projects/${'n'.repeat(20)}`, {
        name: 'new',
        status: 'ACTIVE_HEALTHY',
        compute_size: 'small',
      });
      expect([status, created.status]).toEqual([200, 201]);
      await jobs.moveClock(clock.nowSeconds() + 1);
      expect(body.this_cycle.total_cents).toBe((await projected('payg')) - before);
      const hours = (body.full_month.end - body.full_month.start) / hour;
      const compute = body.full_month.lines.find(({ description }: { description: string }) => description === 'Small Compute');
      expect(compute).toMatchObject({ list_cents: Math.round(hours * 2.06), included_cents: 0, unit_price_desc: '$0.0206 per hour' });
      // The project's disk of 8 GB is included, so it costs nothing.
      const disk = body.full_month.lines.find(({ metric }: { metric: string }) => metric === 'DISK_SIZE_GB_HOURS_GP3');
      expect([disk.included_cents, disk.amount_cents]).toEqual([disk.list_cents, 0]);
    });

    it('prices usage as it is billed once it was sent, and says what the quota covers', async () => {
      const quantity = 400 * gb;
      const { body } = await price('branching', { item: 'usage', metric: 'EGRESS', quantity });
      expect(body.this_cycle).toMatchObject({ list_cents: 3600, included_cents: 2250, total_cents: 1350 });
      const before = await projected('branching');
      const at = platform().context.clock.nowSeconds();
      const record = { id: 'tag', organization: 'branching', project_ref: web('branching'), metric: 'EGRESS', quantity, at };
      expect((await operator.ask('POST', '/usage', { records: [record] })).body.accepted).toBe(1);
      await platform().context.jobs.moveClock(platform().context.clock.nowSeconds() + 1);
      expect((await projected('branching')) - before).toBe(1350);
    });

    it('prices a larger size less the size that it replaces, for the hours that are left', async () => {
      const { body } = await price('branching', { item: 'compute_size', project_ref: web('branching'), compute_size: 'medium' });
      expect(body.full_month.lines.map(({ description }: { description: string }) => description).sort()).toEqual([
        'Medium Compute',
        'Small Compute',
      ]);
      const hours = (body.full_month.end - body.full_month.start) / hour;
      expect(body.full_month.list_cents).toBe(Math.round(hours * 8.22) - Math.round(hours * 2.06));
      const same = await price('branching', { item: 'compute_size', project_ref: web('branching'), compute_size: 'small' });
      expect([same.body.this_cycle.total_cents, same.body.this_cycle.lines]).toEqual([0, []]);
    });

    it('prices a time, an add-on and a replica', async () => {
      const { nowSeconds } = platform().context.clock;
      const from = nowSeconds() + 10 * hour;
      const addOn = { item: 'add_on', project_ref: web('top'), add_on: 'pitr_7' };
      const { body } = await price('top', { ...addOn, from, until: from + 2 * hour });
      // Two hours that start in the middle of a clock hour touch three clock hours.
      expect(body.this_cycle).toMatchObject({ list_cents: 41, total_cents: 41 });
      const replica = (await price('top', { item: 'replica', project_ref: web('top'), compute_size: 'micro' })).body;
      // The plan includes no part of the replica's disk, although it is as large as the project's disk.
      const disk = replica.full_month.lines.find(({ metric }: { metric: string }) => metric === 'DISK_SIZE_GB_HOURS_GP3');
      const hours = (replica.full_month.end - replica.full_month.start) / hour;
      expect(disk).toMatchObject({ quantity: hours * 60, included_cents: 0 });
    });

    it('says what the spend cap leaves out, and which limit is reached and when', async () => {
      const capped = (await price('capped', { item: 'usage', metric: 'EGRESS', quantity: 500 * gb })).body;
      expect(capped.this_cycle).toMatchObject({ list_cents: 4500, included_cents: 2250, not_charged_cents: 2250, total_cents: 0 });

      const limit = { name: 'Limit', scope: 'organization', basis: 'overage', at_limit: 'stop', amount_cents: 1000, thresholds: [] };
      const { body: budget } = await send('rich', 'POST', '/budgets', limit);
      await platform().context.jobs.moveClock(platform().context.clock.nowSeconds() + 2);
      const from = platform().context.clock.nowSeconds() + 60;
      const { body } = await price('rich', { item: 'usage', metric: 'EGRESS', quantity: 450 * gb, from });
      expect(body.this_cycle).toMatchObject({ list_cents: 4050, included_cents: 2250, not_charged_cents: 800, total_cents: 1000 });
      expect(body.limits).toEqual([
        { budget_id: budget.id, name: 'Limit', amount_cents: 1000, reached_at: expect.any(Number) as number, reached_at_without: null },
      ]);
      expect(body.limits[0].reached_at).toBeGreaterThan(from);
      expect((await price('rich', { item: 'usage', metric: 'EGRESS', quantity: 300 * gb })).body.limits).toEqual([]);
    });

    describe('an item that can not be priced', () => {
      const cases: readonly [field: string, message: string, body: object][] = [
        ['compute_size', 'is required for the item project', { item: 'project' }],
        ['compute_size', 'is not offered on paid plans', { item: 'project', compute_size: 'pico' }],
        [
          'compute_size',
          '48XL Compute has contract pricing only, and this organization has none',
          { item: 'project', compute_size: '48xlarge' },
        ],
        ['quantity', 'is not accepted for the item branch', { item: 'branch', quantity: 1 }],
        ['metric', 'is not a metric', { item: 'usage', metric: 'RAIN', quantity: 1 }],
        [
          'metric',
          'is charged by the hour: ask for a project, a replica, a size or an add-on',
          { item: 'usage', metric: 'IPV4', quantity: 1 },
        ],
        ['project_ref', 'is not a project of this organization', { item: 'add_on', project_ref: web('payg'), add_on: 'pitr_7' }],
        ['add_on', 'is not an add-on variant', { item: 'add_on', project_ref: web('top'), add_on: 'moon' }],
        ['from', 'must not be in the past', { item: 'branch', from: 1 }],
        ['until', 'must be after from', { item: 'branch', until: 1 }],
      ];
      it.each(cases)('names %s: %s', async (field, message, body) => {
        const { status, body: refused } = await price('top', body);
        expect([status, refused.code, refused.errors]).toEqual([422, 'rule_violated', [{ path: `body.${field}`, message }]]);
      });
    });
  },
  {},
  { seeds: moneyOrganizations, automatic: false },
);
