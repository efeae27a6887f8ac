import { expect, it } from 'vitest';
import { recordUsageOfMany } from '#server/billing/usage/record-usage.ts';
import type { OrganizationUsage, UsageRecord } from '#server/billing/usage/usage-records.ts';
import { reasonOf } from '#server/database/database-error.ts';
import type { Database } from '#server/database/database.ts';
import { projectRef } from '#server/seed/identifiers.ts';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { onEachBillingStore, seconds, type BillingStore } from '#tests/support/billing-store.ts';
import { seeded } from '#tests/support/random.ts';

const now = seconds('2026-03-10T12:00:00Z');
const names = Array.from({ length: 12 }, (_, index) => `many-${index}`);
const seedOf = (slug: string): OrganizationSeed => ({
  slug,
  name: slug,
  cyclesBefore: 0,
  daysIntoCycle: 9,
  projects: [{ name: 'app' }],
  plan: 'pro',
  spendCapOn: slug === 'many-3',
});
const organizations = names.map(seedOf);

async function holdOrganization(db: Database, organizationId: number) {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const held = db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    begin();
    await released;
  });
  await begun;
  return async () => {
    release();
    await held;
  };
}

const metrics = ['EGRESS', 'REALTIME_PEAK_CONNECTIONS', 'FUNCTION_INVOCATIONS'] as const;

onEachBillingStore(
  organizations,
  now,
  (get) => {
    const usage = async (
      store: BillingStore,
      recordsOf: (slug: string) => readonly Partial<UsageRecord>[],
    ): Promise<OrganizationUsage[]> => {
      const all: OrganizationUsage[] = [];
      let index = 0;
      for (const slug of names) {
        const records = recordsOf(slug).map((record): UsageRecord => {
          index += 1;
          return {
            index,
            id: `r${index}`,
            projectRef: projectRef(slug, 'app'),
            metric: 'EGRESS',
            fromSeconds: now - 60,
            untilSeconds: null,
            quantity: 1,
            ...record,
          };
        });
        all.push({ organizationId: await store.organizationId(slug), records });
      }
      return all;
    };
    const count = async (): Promise<number> =>
      (await get().rows<{ records: number }>('select count(*)::int as records from usage_records'))[0]?.records ?? Number.NaN;
    const wrongTotals = () =>
      get().rows(`
        select t.organization_id, t.metric, t.quantity, coalesce(r.quantity, 0) as expected from usage_totals t left join (
          select organization_id, metric, case when metric = 'REALTIME_PEAK_CONNECTIONS' then max(quantity) else sum(quantity) end as quantity
          from usage_records where replaced_by is null group by 1, 2
        ) r using (organization_id, metric) where t.quantity <> coalesce(r.quantity, 0)`);

    it('books what is free while one organization is busy, and that one when its turn comes', async () => {
      const store = get();
      const busy = await store.organizationId('many-5');
      const batch = await usage(store, () => [{}, { metric: 'FUNCTION_INVOCATIONS' }]);
      const release = await holdOrganization(store.db, busy);
      const booking = recordUsageOfMany(store.db, batch, now);
      await expect.poll(count).toBe(2 * names.length - 2);
      await release();
      expect(await booking).toEqual({ accepted: 2 * names.length, duplicates: 0, held: 0, rejected: [] });
      expect(await wrongTotals()).toEqual([]);
    });

    it('counts each record once, however many batches come at once, corrections among them, apart or in one transaction', async () => {
      const store = get();
      const before = await count();
      const random = seeded(11);
      const first = await usage(store, (slug) =>
        Array.from({ length: 6 }, (_, place) => ({
          id: `${slug}/${place}`,
          metric: metrics[place % metrics.length] ?? 'EGRESS',
          quantity: 10 + place,
          fromSeconds: now - 100 - place,
        })),
      );
      const corrections = await usage(store, (slug) =>
        slug.endsWith('1')
          ? [{ id: `${slug}/c`, replaces: `${slug}/0`, quantity: 3, fromSeconds: now - 100 }]
          : [{ id: `${slug}/6`, quantity: 7 }],
      );
      expect((await recordUsageOfMany(store.db, first.slice(0, 6), now)).accepted).toBe(36);
      const shuffled = (batch: readonly OrganizationUsage[]) => batch.toSorted(() => random.below(3) - 1);
      const within = (batch: readonly OrganizationUsage[]) => store.db.transaction((tx: Database) => recordUsageOfMany(tx, batch, now));
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, (_, turn) => {
          const batch = shuffled(turn % 2 === 0 ? first : [...first.slice(6), ...corrections.slice(0, 6)]);
          return turn % 3 === 0 ? within(batch) : recordUsageOfMany(store.db, batch, now);
        }),
      );
      expect(outcomes.flatMap(({ rejected }) => rejected)).toEqual([]);
      const corrected = corrections.slice(0, 6).flatMap(({ records }) => records).length;
      expect(outcomes.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(36 + corrected);
      expect((await count()) - before).toBe(72 + corrected);
      expect(await wrongTotals()).toEqual([]);
    });

    it('names each refused record of a batch by its place, whatever organization it is of', async () => {
      const store = get();
      const wrong = await usage(store, (slug) => [
        { id: `${slug}/0`, quantity: 999, fromSeconds: now - 60 },
        { id: `${slug}/new`, ...(slug.endsWith('2') ? { projectRef: projectRef('many-0', 'app') } : {}) },
        { id: `${slug}/no`, replaces: 'never sent' },
      ]);
      const { accepted, rejected } = await recordUsageOfMany(store.db, wrong, now);
      expect(accepted).toBe(names.length - 1);
      expect(rejected.map(({ index }) => index)).toEqual(rejected.map(({ index }) => index).toSorted((a, b) => a - b));
      const codes = (slug: string) => rejected.filter(({ id }) => id.startsWith(`${slug}/`)).map(({ code }) => code);
      expect([codes('many-0'), codes('many-2')]).toEqual([
        ['id_reused', 'unknown_record'],
        ['id_reused', 'unknown_project', 'unknown_record'],
      ]);
    });
  },
  { only: 'postgres' },
);

const parallel = Array.from({ length: 120 }, (_, index) => `parallel-${index}`);

onEachBillingStore(
  parallel.map(seedOf),
  now,
  (get) => {
    it('answers a batch of two transactions when both have ended, names the records of one that failed, and counts each record once when it is repeated', async () => {
      const { db, organizationId, rows } = get();
      const batch: OrganizationUsage[] = [];
      for (const [index, slug] of parallel.entries()) {
        const place = { index, id: `r${index}`, projectRef: projectRef(slug, 'app'), metric: 'EGRESS' };
        batch.push({
          organizationId: await organizationId(slug),
          records: [{ ...place, fromSeconds: now - 60, untilSeconds: null, quantity: 1 }],
        });
      }
      const stored = async () => (await rows<{ count: number }>('select count(*)::int as count from usage_records'))[0]?.count;
      // The second half of the batch fails. One organization of the first half is locked.
      await db.execute("create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$");
      await db.execute(
        "create trigger refused before insert on usage_records for each row when (new.record_id = 'r90') execute function refuse()",
      );
      const release = await holdOrganization(db, batch[5]?.organizationId ?? 0);
      const order: string[] = [];
      const failures: unknown[] = [];
      const answered = recordUsageOfMany(db, batch, now, undefined, { report: (error) => failures.push(error) }).finally(() =>
        order.push('answered'),
      );
      await expect.poll(stored).toBe(59);
      order.push('released');
      await release();
      const { accepted, duplicates, rejected } = await answered;
      expect([order, await stored(), accepted, duplicates, failures.length]).toEqual([['released', 'answered'], 60, 60, 0, 1]);
      expect(rejected.map(({ index, id, code }) => [index, id, code])).toEqual(
        Array.from({ length: 60 }, (_, index) => [60 + index, `r${60 + index}`, 'send_again']),
      );
      expect(await recordUsageOfMany(db, batch.slice(60, 110), now).then(() => null, reasonOf)).toBe('refused');

      await db.execute('drop trigger refused on usage_records');
      expect(await recordUsageOfMany(db, batch, now)).toEqual({ accepted: 60, duplicates: 60, held: 0, rejected: [] });
      expect(await rows('select sum(quantity)::int as sum, count(*)::int as count from usage_totals')).toEqual([{ sum: 120, count: 120 }]);
    });
  },
  { only: 'postgres' },
);
