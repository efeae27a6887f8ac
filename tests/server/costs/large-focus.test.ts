import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';
import { focusParts } from '#server/billing/costs/focus-parts.ts';
import { readCosts } from '#server/billing/costs/read-costs.ts';
import type { CostPart } from '#server/domain/costs/cost-charge.ts';
import { onEachBillingStore, seconds } from '#tests/support/billing-store.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const slug = 'large';
const projects = 10_000;
const now = seconds('2026-11-01T12:00:00Z');
const start = seconds('2026-10-03T12:00:00Z');
const end = seconds('2026-11-03T12:00:00Z');
const megabyte = 2 ** 20;
const mostHeld = 64 * megabyte;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Collects garbage twice, because another thread frees the buffers that the first collection released. */
const heldBytes = (): number => {
  for (let time = 0; time < 2; time += 1) collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

async function taken(parts: AsyncGenerator<readonly CostPart[]>, keep: (batch: readonly CostPart[]) => void) {
  const before = heldBytes();
  let [most, count, cents] = [0, 0, 0];
  for await (const batch of parts) {
    keep(batch);
    count += batch.length;
    for (const { amountCents } of batch) cents += amountCents;
    most = Math.max(most, heldBytes() - before);
  }
  return { most, count, cents };
}

onEachBillingStore(
  [{ slug, name: 'Large', plan: 'pro', cyclesBefore: 0, daysIntoCycle: 29, projects: [{ name: 'app' }] }],
  now,
  (get) => {
    it('exports a cycle of 10,000 projects by day, and holds little of it in memory', async () => {
      const store = get();
      const of = `organizations o where o.slug = '${slug}'`;
      await store.rows(`insert into projects (ref, organization_id, name, status, compute_size, created_at)
        select translate(substr(md5('${slug}/' || i), 1, 20), '0123456789', 'ghijklmnop'), o.id, 'project ' || i, 'ACTIVE_HEALTHY', 'micro', to_timestamp(${start})
        from generate_series(1, ${projects - 1}) i, ${of}`);
      await store.rows(`insert into resource_spans (organization_id, project_id, metric, kind, resource_id, quantity, from_seconds)
        select p.organization_id, p.id, m.metric, 'primary', p.ref, m.quantity, ${start} from
          (values ('COMPUTE_HOURS_XS', 1), ('DISK_SIZE_GB_HOURS_GP3', 20)) m (metric, quantity), projects p, ${of}
          and p.organization_id = o.id and p.name like 'project %'`);
      await store.rows('analyze');
      await store.jobs.moveClock(end + 2 * 3600);
      const id = await store.organizationId(slug);
      const time = { from: start, until: end };
      const parts = () => focusParts(store.db, id, store.clock.nowSeconds(), time);

      const { most, count, cents } = await taken(parts(), () => undefined);
      expect(count).toBeGreaterThan(2 * projects * 31);
      expect(most).toBeLessThan(mostHeld);
      const [invoiced] = await store.rows<{ cents: string }>(
        `select sum(amount_due_cents)::text as cents from invoices where organization_id = ${id}`,
      );
      expect(cents).toBe(Number(invoiced?.cents));

      const kept: CostPart[] = [];
      expect((await taken(parts(), (batch) => kept.push(...batch))).most).toBeGreaterThan(mostHeld);

      const { groups, totalCents } = await readCosts(store.db, id, store.clock.nowSeconds(), 'project', time);
      expect(groups.length).toBeGreaterThan(projects);
      expect(groups.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(totalCents);
    });
  },
  { only: 'postgres' },
);
