import { beforeAll, expect, it } from 'vitest';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { rowsOf } from '#server/database/database.ts';
import { projectRef } from '#server/seed/identifiers.ts';
import { operatorOf, type Operator } from '#tests/support/operator.ts';
import { onEachStore } from '#tests/support/platform.ts';

const gb = 1_000_000_000;
/** Maximum number of projects for which the usage request checks the thresholds. With more projects, a job checks them. */
const atOnce = 500;
const sizes = { most: atOnce, above: atOnce + 1 } as const;
const slugs = ['most', 'above'] as const;
const seeds: readonly OrganizationSeed[] = slugs.map((slug) => ({
  slug,
  name: slug,
  plan: 'pro',
  cyclesBefore: 0,
  daysIntoCycle: 10,
  projects: Array.from({ length: sizes[slug] }, (_, index) => ({ name: `project ${index}` })),
}));
const limitCents = 1000;
const thresholds = [
  { percent: 50, on: 'actual' },
  { percent: 100, on: 'actual' },
  { percent: 120, on: 'projected' },
];

onEachStore(
  (platform) => {
    let operator: Operator;
    const budgetOf = new Map<string, string>();
    const path = (slug: string): string => `/platform/organizations/${slug}/billing`;
    const asOwner = (slug: string, to: string, body?: object) =>
      platform().ask(`${path(slug)}${to}`, {
        as: 'owner',
        method: body ? 'POST' : 'GET',
        headers: { 'Content-Type': 'application/json', Version: '2' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    /** Moves the clock by a minute, so that limits of the current second apply and due jobs run. */
    const later = (): Promise<unknown> => platform().context.jobs.moveClock(platform().context.clock.nowSeconds() + 60);
    const send = async (slug: string, name: string, records: number, quantity: number): Promise<void> => {
      const at = platform().context.clock.nowSeconds();
      const batch = Array.from({ length: records }, (_, index) => ({
        id: `${name}-${index}`,
        organization: slug,
        project_ref: projectRef(slug, `project ${index}`),
        metric: 'EGRESS',
        quantity,
        at,
      }));
      const { status, body } = await operator.ask('POST', '/usage', { records: batch });
      expect([status, body.accepted]).toEqual([200, records]);
    };
    const isStopped = async (slug: string): Promise<boolean> =>
      (await operator.ask('GET', `/organizations/${slug}/standing`)).body.limit_reached;
    const crossed = async (slug: string): Promise<string[]> => {
      const { events } = (await asOwner(slug, `/budgets/${budgetOf.get(slug)}/history`)).body;
      return events.map(({ percent, on }: { percent: number; on: string }) => `${percent} ${on}`).sort();
    };
    const notices = async (slug: string): Promise<number> => {
      const found = await platform().context.db.execute(
        `select count(*)::int as count from notices n join organizations o on o.id = n.organization_id where o.slug = '${slug}' and n.kind = 'budget_crossed'`,
      );
      return rowsOf<{ count: number }>(found)[0]?.count ?? 0;
    };
    const charged = async (slug: string): Promise<[number, boolean]> => {
      const { lines } = (await asOwner(slug, '/invoices/upcoming?breakdown_limit=50')).body as {
        lines: { usage_metric?: string; amount: number; description: string }[];
      };
      const egress = lines.find(({ usage_metric: metric }) => metric === 'EGRESS');
      return [Math.round((egress?.amount ?? 0) * 100), lines.some(({ description }) => description.startsWith('Used beyond your limit'))];
    };

    beforeAll(async () => {
      operator = await operatorOf(platform());
      for (const slug of slugs) {
        const terms = { name: 'Limit', scope: 'organization', basis: 'overage', at_limit: 'stop', amount_cents: limitCents, thresholds };
        const { status, body } = await asOwner(slug, '/budgets', terms);
        expect([status, body.spent_cents, body.limit_reached]).toEqual([201, 0, false]);
        budgetOf.set(slug, body.id);
      }
      await later();
    });

    it('stops at once whatever the number of projects, and leaves the thresholds of more than 500 to the job', async () => {
      for (const slug of slugs) {
        await send(slug, 'below', 260, gb);
        expect([await isStopped(slug), await charged(slug)]).toEqual([false, [90, false]]);
      }
      await later();
      expect([await crossed('most'), await crossed('above')]).toEqual([[], []]);
      for (const slug of slugs) {
        await send(slug, 'reached', 300, gb);
        expect([await isStopped(slug), await charged(slug)]).toEqual([true, [limitCents, true]]);
      }
      expect([await crossed('most'), await notices('most')]).toEqual([['100 actual', '50 actual'], 1]);
      expect([await crossed('above'), await notices('above')]).toEqual([[], 0]);
      await later();
      for (const slug of slugs)
        expect([await crossed(slug), await notices(slug), await isStopped(slug), await charged(slug)]).toEqual([
          ['100 actual', '50 actual'],
          1,
          true,
          [limitCents, true],
        ]);
      for (const slug of slugs) await send(slug, 'after', 300, gb);
      await later();
      for (const slug of slugs) expect([await charged(slug), await notices(slug)]).toEqual([[limitCents, true], 1]);
    });
  },
  {},
  { seeds, automatic: false },
  'database',
);
