import { expect, it } from 'vitest';
import { DomainError } from '#server/domain/errors.ts';
import { rowsOf } from '#server/database/database.ts';
import { projectRef } from '#server/seed/identifiers.ts';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { startResources } from '#server/store/resources.ts';
import { operatorOf } from '#tests/support/operator.ts';
import { onEachStore } from '#tests/support/platform.ts';

const DAY_SECONDS = 86_400;

const price = { unitPrices: { COMPUTE_HOURS_24XL: 768_000_000 } };
const base = { cyclesBefore: 1, daysIntoCycle: 10, plan: 'team' } as const;
const seeds: OrganizationSeed[] = [
  { ...base, slug: 'largest', name: 'Largest', contract: price, projects: [{ name: 'app', size: '24xlarge' }] },
  { ...base, slug: 'list', name: 'List prices', projects: [{ name: 'app' }] },
];
const path = (slug: string, rest: string) => `/platform/organizations/${slug}/${rest}`;

// Each test continues with the organizations of the previous test.
onEachStore(
  (platform) => {
    const ask = (slug: string, rest: string) => platform().ask(path(slug, rest), { as: 'owner', headers: { Version: '2' } });
    const now = () => platform().context.clock.nowSeconds();
    const unsettled = async () => (await platform().ask('/metrics/unsettled')).body.unsettled;
    const failing = async () => /^platform_organizations_failing (\d+)$/m.exec((await platform().ask('/metrics')).body)?.[1];
    const sql = (statement: string) => platform().context.db.execute(statement);
    const record = async (slug: string) => {
      const at = now() - 600;
      const records = [
        { id: `${slug}-1`, project_ref: projectRef(slug, 'app'), metric: 'COMPUTE_HOURS_24XL', at, until: at + 60, quantity: 1 },
      ];
      const { body } = await platform().ask(path(slug, 'usage/records'), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: 'Bearer sandbox-service-token' },
        body: JSON.stringify({ records }),
      });
      return body;
    };

    it('refuses usage and resources of a size that the organization has no price for, and names the field', async () => {
      expect(await record('largest')).toMatchObject({ accepted: 1, rejected: [] });
      expect(await record('list')).toMatchObject({
        accepted: 0,
        rejected: [{ id: 'list-1', path: 'metric', code: 'price_by_contract', message: expect.stringContaining('24XL Compute') }],
      });
      const { db } = platform().context;
      const [project] = rowsOf<{ id: number; organization_id: number }>(
        await db.execute(`select id, organization_id from projects where ref = '${projectRef('list', 'app')}'`),
      );
      const span = {
        organizationId: project?.organization_id ?? 0,
        projectId: project?.id ?? 0,
        metric: 'COMPUTE_HOURS_24XL' as const,
        kind: 'primary' as const,
        resourceId: 'large',
        fromSeconds: now(),
      };
      const refused: unknown = await startResources(db, [span]).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(DomainError);
      expect(refused).toMatchObject({ code: 'price_by_contract', field: 'compute_size' });
    });

    it('refuses terms that take away a price that the last cycle needs', async () => {
      const operator = await operatorOf(platform(), ['organizations', 'read'], 'ada@example.com');
      const contract = { plan_price_cents: 0 };
      const { status, body } = await operator.ask('PUT', '/organizations/largest', { name: 'Largest', contract });
      expect([status, body.code, body.message]).toEqual([422, 'rule_violated', expect.stringContaining('24XL Compute')]);
      expect((await operator.ask('GET', '/organizations/largest')).body.contract).toEqual({ unit_prices: { COMPUTE_HOURS_24XL: 7.68 } });
    });

    it("answers what it can where a price has gone missing, and says clearly what it can't", async () => {
      await sql(`update subscriptions set contract = null`);
      await sql(`update billing_periods set contract = null`);
      for (const rest of ['billing/invoices/upcoming', 'billing/invoices/upcoming/lines/EGRESS.primary/breakdown']) {
        const { status, body } = await ask('largest', rest);
        expect([rest, status, body.code]).toEqual([rest, 422, 'rule_violated']);
        expect(body.message).toBe(
          "Costs can't be calculated: 24XL Compute has contract pricing only, and this organization has none. Contact support.",
        );
      }
      const { status, body } = await ask('largest', 'usage');
      expect(status).toBe(200);
      const compute = body.usages.find(({ metric }: { metric: string }) => metric === 'COMPUTE_HOURS_24XL');
      expect(compute.usage).toBeGreaterThan(100);
      expect(compute).not.toHaveProperty('cost');
      for (const rest of ['billing/subscription', 'billing/plans', 'billing/invoices', 'usage/daily?start=2026-01-01&end=2026-01-02'])
        expect([rest, (await ask('largest', rest)).status]).toEqual([rest, 200]);
      expect((await ask('list', 'billing/invoices/upcoming')).status).toBe(200);
      expect(platform().logged.find(({ event }) => event === 'organization_unpriced')).toMatchObject({
        level: 50,
        call: 'getUpcomingInvoice',
        field: 'COMPUTE_HOURS_24XL',
        organization: expect.anything(),
      });
    });

    it("shows operators the cycle that it can't close, closes those of others, and tries again", async () => {
      const { jobs } = platform().context;
      expect([await failing(), await unsettled()]).toEqual(['0', []]);
      const count = async (slug: string) => (await ask(slug, 'billing/invoices')).body.length;
      const before = [await count('largest'), await count('list')];
      await jobs.moveClock(now() + 31 * DAY_SECONDS);
      expect([await count('largest'), await count('list')]).toEqual([before[0], (before[1] ?? 0) + 1]);
      expect(await failing()).toBe('1');
      const failed = { kind: 'job', organization: 'largest', state: 'failing', reason: 'price_by_contract' };
      const found = await unsettled();
      for (const subject of ['announce-upcoming-invoices', 'close-cycles'])
        expect(found).toContainEqual(expect.objectContaining({ ...failed, subject }));
      expect(found).toHaveLength(2);
      expect(platform().logged.find(({ event, job }) => event === 'job_failed' && job === 'close-cycles')).toMatchObject({
        code: 'price_by_contract',
      });

      await sql(`update subscriptions set contract = '${JSON.stringify(price)}'`);
      await sql(`update billing_periods set contract = '${JSON.stringify(price)}'`);
      await jobs.runDue();
      expect(await count('largest')).toBe((before[0] ?? 0) + 1);
      expect([await failing(), await unsettled()]).toEqual(['0', []]);
    });
  },
  {},
  { seeds, automatic: false },
);
