import { expect, it } from 'vitest';
import { createJobs } from '#server/jobs/runner.ts';
import { createLog } from '#server/tracing/log.ts';
import { projectRef } from '#server/seed/identifiers.ts';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { upcomingBill } from '#server/billing/periods/billed-usage.ts';
import { loadBillingInputs } from '#server/billing/periods/billing-inputs.ts';
import { closeCycle } from '#server/billing/invoices/close-cycle.ts';
import type { FinalizedInvoice } from '#server/billing/invoices/finalized-invoice.ts';
import { changePlan, changeSpendCap } from '#server/billing/invoices/change-plan.ts';
import { recordUsage } from '#server/billing/usage/record-usage.ts';
import type { UsageRecord } from '#server/billing/usage/usage-records.ts';
import { onEachBillingStore, seconds } from '#tests/support/billing-store.ts';

const now = seconds('2026-05-20T08:00:00Z');
const day = 86_400;
const cycleEnd = now + 21 * day;
const slugs = Array.from({ length: 12 }, (_, index) => `org-${index}`);
const organizations: OrganizationSeed[] = [...slugs, 'ingest', 'closing', 'changing', 'capping'].map((slug) => ({
  slug,
  name: slug,
  plan: 'pro',
  cyclesBefore: 1,
  daysIntoCycle: 10,
  projects: Array.from({ length: slug === 'ingest' ? 20 : 2 }, (_, index) => ({ name: `p${index}` })),
}));

const nothing = (): Promise<void> => Promise.resolve();
const metrics = ['EGRESS', 'FUNCTION_INVOCATIONS', 'REALTIME_PEAK_CONNECTIONS', 'MONTHLY_ACTIVE_USERS'] as const;

onEachBillingStore(
  organizations,
  now,
  (get) => {
    it('counts overlapping batches once when 100 arrive at the same time, in any order', async () => {
      const { db, organizationId } = get();
      const id = await organizationId('ingest');
      const all = Array.from({ length: 2000 }, (_, index): UsageRecord => ({
        index,
        id: `r-${index}`,
        projectRef: projectRef('ingest', `p${index % 20}`),
        metric: metrics[index % 4] ?? 'EGRESS',
        fromSeconds: now - 5 * day + index * 60,
        untilSeconds: null,
        quantity: 1 + (index % 97),
      }));
      const batches = Array.from({ length: 100 }, (_, batch) => {
        const part = all.slice((batch * 19) % 1800, ((batch * 19) % 1800) + 200);
        return batch % 2 === 0 ? part : part.toReversed();
      });
      const outcomes = await Promise.all(batches.map((batch) => recordUsage(db, id, batch, now)));
      const recordsById = new Map(batches.flat().map((record) => [record.id, record]));
      expect(outcomes.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(recordsById.size);
      expect(outcomes.every(({ accepted, duplicates, rejected }) => accepted + duplicates === 200 && rejected.length === 0)).toBe(true);

      const totals = await get().rows<{ metric: string; total: string }>(
        `select metric, sum(quantity)::text as total from usage_totals where organization_id = ${id} group by metric`,
      );
      const expected = new Map<string, number>();
      const peaks = new Map<string, number>();
      for (const { metric, quantity, projectRef: ref } of recordsById.values()) {
        if (metric === 'REALTIME_PEAK_CONNECTIONS') peaks.set(ref, Math.max(quantity, peaks.get(ref) ?? 0));
        else expected.set(metric, (expected.get(metric) ?? 0) + quantity);
      }
      expected.set(
        'REALTIME_PEAK_CONNECTIONS',
        [...peaks.values()].reduce((sum, peak) => sum + peak, 0),
      );
      expect(Object.fromEntries(totals.map(({ metric, total }) => [metric, Number(total)]))).toEqual(Object.fromEntries(expected));
    });

    it('closes a cycle once when 50 processes try', async () => {
      const { db, organizationId } = get();
      const id = await organizationId('closing');
      const handed: FinalizedInvoice[] = [];
      const closings = await Promise.all(
        Array.from({ length: 50 }, () =>
          db.transaction((tx) => closeCycle(tx, id, cycleEnd + 7200, (_, invoice) => Promise.resolve(void handed.push(invoice)))),
        ),
      );
      expect(closings.filter((closed) => closed !== null)).toHaveLength(1);
      expect(handed).toHaveLength(1);
      const [row] = await get().rows<{ invoices: string; periods: string }>(
        `select (select count(*) from invoices where organization_id = ${id} and kind = 'cycle')::text as invoices, (select count(*) from billing_periods where organization_id = ${id})::text as periods`,
      );
      expect(row).toEqual({ invoices: '2', periods: '3' });
    });

    it('books usage that arrives while the cycle closes: on the invoice or refused, never lost and never twice', async () => {
      const { db, organizationId } = get();
      const slug = 'org-0';
      const id = await organizationId(slug);
      const record = (index: number): UsageRecord => ({
        index: 0,
        id: `edge-${index}`,
        projectRef: projectRef(slug, 'p0'),
        metric: 'EGRESS',
        fromSeconds: cycleEnd - 60,
        untilSeconds: null,
        quantity: 10_000_000_000,
      });
      const outcomes = await Promise.all([
        ...Array.from({ length: 60 }, (_, index) => recordUsage(db, id, [record(index)], cycleEnd + 7200).then(({ accepted }) => accepted)),
        db.transaction((tx) => closeCycle(tx, id, cycleEnd + 7200, nothing)).then(() => 0),
      ]);
      const accepted = outcomes.reduce((sum, count) => sum + count, 0);
      const [line] = await get().rows<{ used: string }>(
        `select l.derivation ->> 'used' as used from invoice_lines l join invoices i on i.id = l.invoice_id where i.organization_id = ${id} and i.kind = 'cycle' and l.key = 'EGRESS:primary' order by i.period_end desc limit 1`,
      );
      expect(Number(line?.used ?? 0)).toBe(accepted * 10_000_000_000);
    });

    it('keeps totals and records the same through changes of cap and plan while usage arrives', async () => {
      const { db, organizationId } = get();
      const id = await organizationId('changing');
      const record = (index: number): UsageRecord => ({
        index: 0,
        id: `c-${index}`,
        projectRef: projectRef('changing', `p${index % 2}`),
        metric: metrics[index % 4] ?? 'EGRESS',
        fromSeconds: now - 200 + index,
        untilSeconds: null,
        quantity: 5 + index,
      });
      const booking = Array.from({ length: 150 }, (_, index) => recordUsage(db, id, [record(index)], now));
      const caps = [now - 150, now - 100, now - 50].reduce<Promise<unknown>>(
        (before, at, index) => before.then(() => db.transaction((tx) => changeSpendCap(tx, id, index % 2 === 0, at, nothing))),
        Promise.resolve(),
      );
      await Promise.all([...booking, caps]);
      await db.transaction((tx) =>
        changePlan(
          tx,
          { organizationId: id, atSeconds: now - 20, planId: 'team', usageBillingEnabled: true, feeChargedCents: 59_900 },
          nothing,
        ),
      );
      const differences = await get().rows(`
        with boundaries as (
          select extract(epoch from starts_at)::bigint as at from billing_periods where organization_id = ${id}
          union select (change ->> 'atSeconds')::bigint from billing_periods, jsonb_array_elements(cap_changes) change where organization_id = ${id}),
        records as (
          select project_id, metric, (select max(at) from boundaries where at <= from_seconds) as segment,
            case when metric = 'REALTIME_PEAK_CONNECTIONS' then max(quantity) else sum(quantity) end as quantity
          from usage_records where organization_id = ${id} and until_seconds is null group by 1, 2, 3)
        select * from records r full join (select * from usage_totals where organization_id = ${id}) t
          on t.project_id = r.project_id and t.metric = r.metric and t.segment_seconds = r.segment
        where r.quantity is distinct from t.quantity`);
      expect(differences).toEqual([]);
      expect((await loadBillingInputs(db, id, now)).carried).toHaveLength(1);
    });

    it('runs the jobs of three processes at once with one effect each', async () => {
      const { db, organizationId, rows } = get();
      const handed: string[] = [];
      const log = createLog({ logLevel: 'silent' } as never);
      const at = cycleEnd + 7200;
      const clock = { nowMs: () => at * 1000, nowSeconds: () => at, offsetMs: () => 0, moveTo: () => undefined };
      const upcoming = new Map<number, number>();
      for (const slug of slugs.slice(1)) {
        const id = await organizationId(slug);
        upcoming.set(id, (await upcomingBill(await loadBillingInputs(db, id, cycleEnd), cycleEnd)).amountTotalCents);
      }
      const processes = Array.from({ length: 3 }, () =>
        createJobs({ db, log, chargeInvoice: (_, { id }) => Promise.resolve(void handed.push(id)) }, clock),
      );
      await Promise.all(processes.map(({ runDue }) => runDue()));
      // Runs the jobs again, because a job skips organizations that a second process has locked.
      await Promise.all(processes.map(({ runDue }) => runDue()));
      expect(new Set(handed).size).toBe(handed.length);
      const invoices = await rows<{ organization_id: number; subtotal: string; status: string }>(
        `select organization_id, subtotal_cents::text as subtotal, status from invoices where kind = 'cycle' and period_end > to_timestamp(${now}) order by 1`,
      );
      for (const [id, cents] of upcoming) {
        expect(invoices.filter(({ organization_id }) => organization_id === id)).toEqual([
          { organization_id: id, subtotal: String(cents), status: 'open' },
        ]);
      }
    });
  },
  { only: 'postgres' },
);
