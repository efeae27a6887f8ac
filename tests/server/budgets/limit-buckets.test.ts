import { expect, it } from 'vitest';
import { limitSteps } from '#server/domain/budget/limit-search.ts';
import type { LimitChange, LimitedPeriod } from '#server/domain/budget/spending-limit.ts';
import { metricRules } from '#server/domain/metrics.ts';
import { loadBillingInputs, loadSummedInputs } from '#server/billing/periods/billing-inputs.ts';
import { limitOutcome } from '#server/billing/limits/limit-buckets.ts';
import { recordUsage } from '#server/billing/usage/record-usage.ts';
import type { UsageRecord } from '#server/billing/usage/usage-records.ts';
import { loadRecords } from '#server/store/usage/usage-entries.ts';
import { projectRef } from '#server/seed/identifiers.ts';
import { onEachBillingStore, seconds } from '#tests/support/billing-store.ts';
import { seeded } from '#tests/support/random.ts';
import { billUsage, finishSteps } from '#tests/oracle/whole-results.ts';

const now = seconds('2026-03-10T12:20:00Z');
const start = seconds('2026-03-01T12:20:00Z');
const names = ['first', 'second'];
const organization = {
  slug: 'busy',
  name: 'busy',
  cyclesBefore: 0,
  daysIntoCycle: 9,
  projects: names.map((name) => ({ name })),
  plan: 'pro',
} as const;

/** Maximum quantity per record. All records of a metric together exceed its quota by some tens of dollars. */
const most = {
  EGRESS: 9_000_000_000,
  FUNCTION_INVOCATIONS: 400_000,
  REALTIME_PEAK_CONNECTIONS: 6000,
  STORAGE_IMAGES_TRANSFORMED: 1500,
} as const;

const trials = 30;

/** A busy second and a busy period of 20 minutes, each with its number of records. With so many records, the platform aggregates them. */
const [busySecond, inBusySecond] = [start + 4 * 86_400, 320];
const [busyHour, inBusyHour] = [now - 3000, 450];
const isBusyHour = (at: number): boolean => at >= busyHour && at < busyHour + 1200;

onEachBillingStore([organization, { ...organization, slug: 'hours', name: 'hours' }], now, (get) => {
  it('finds in buckets of time what a limit stops record by record', async () => {
    const { db, organizationId } = get();
    const id = await organizationId('busy');
    const random = seeded(20);
    // Many instants are in the busy second and the busy hour, whose records are aggregated.
    const instants = [
      ...Array.from({ length: 300 }, () => start + random.below(now - start)),
      ...Array.from({ length: inBusyHour }, () => busyHour + random.below(1200)),
      ...Array.from({ length: inBusySecond }, () => busySecond),
      ...Array.from({ length: 10 }, () => now),
    ];
    const records = instants.map((fromSeconds, index): UsageRecord => {
      const metric = random.pick(Object.keys(most) as (keyof typeof most)[]);
      return {
        index,
        id: `r${random.below(1_000_000)}-${index}`,
        projectRef: projectRef('busy', random.pick(names)),
        metric,
        fromSeconds,
        untilSeconds: null,
        quantity: random.below(most[metric]),
      };
    });
    const corrections = records
      .filter((_, index) => index % 9 === 0)
      .map((record, index) => ({ ...record, index, id: `c${index}`, replaces: record.id, quantity: Math.floor(record.quantity / 3) }));
    for (const sentRecords of [records, corrections])
      expect(await recordUsage(db, id, sentRecords, now)).toEqual({ accepted: sentRecords.length, duplicates: 0, held: 0, rejected: [] });
    const { running } = await loadBillingInputs(db, id, now);
    const summed = (await loadSummedInputs(db, id, now)).running.period;
    expect(summed.entries.length).toBeLessThan(running.period.entries.length);
    const { cycle, book, entries } = running.period;
    const isCounted = (metric: (typeof entries)[number]['metric']): boolean =>
      book.covered.has(metric) && ['count', 'peak'].includes(metricRules(metric).measure);
    const others = entries.filter(({ metric }) => !isCounted(metric));
    const { unlimitedCents } = finishSteps(limitSteps({ period: running.period, limits: [], fixedCents: 2500, earlierCents: 0 }, now));
    let [stopped, inSecond, inHour] = [0, 0, 0];
    for (let trial = 0; trial < trials; trial += 1) {
      const isHigh = trial % 2 === 1;
      const highest = isHigh ? unlimitedCents : 12_000;
      const changes = Array.from({ length: 1 + random.below(3) }, (_, index): LimitChange => {
        const [bill, overage] = random.pick([
          [null, random.below(highest)],
          [3500 + random.below(highest), null],
          [3500 + random.below(highest), random.below(highest)],
        ] as const);
        if (isHigh && index === 0) return { atSeconds: start, bill, overage };
        return { atSeconds: random.pick([start, ...instants.slice(0, 3), start + random.below(now - start)]), bill, overage };
      });
      const limits = [...new Map(changes.sort((a, b) => a.atSeconds - b.atSeconds).map((change) => [change.atSeconds, change])).values()];
      const untilSeconds = random.pick([now, now, start + 86_400 + random.below(8 * 86_400)]);
      const isExact = random.chance(0.5);
      const endsBefore = isExact || limits.some(({ atSeconds }) => atSeconds === untilSeconds);
      const loaded = await loadRecords(db, {
        organizationId: id,
        fromSeconds: cycle.startSeconds,
        untilSeconds: endsBefore ? untilSeconds : untilSeconds + 1,
        metrics: Object.keys(most) as (keyof typeof most)[],
      });
      const single = loaded.map((entry) => {
        const at = Math.min(entry.fromSeconds, untilSeconds - 0.5);
        return { ...entry, fromSeconds: at, untilSeconds: at };
      });
      const limited: LimitedPeriod = { period: running.period, limits, fixedCents: 2500, earlierCents: 0 };
      const expected = finishSteps(
        limitSteps({ ...limited, period: { ...running.period, entries: [...others, ...single] } }, untilSeconds),
      );
      const { period, ...found } = await limitOutcome(db, id, limited, untilSeconds, {
        isExact,
        projectsApart: trial % 4 < 2 ? 0 : names.length,
      });
      const { period: singly, ...outcome } = expected;
      expect([trial, found, period.stops ?? []]).toEqual([trial, outcome, singly.stops ?? []]);
      const lines = (of: typeof period) => billUsage(of, untilSeconds).lines.map(({ key, amountCents }) => [key, amountCents]);
      expect([trial, lines(period)]).toEqual([trial, lines(singly)]);
      const parts = (of: typeof period) => billUsage(of, untilSeconds).lines.map(({ key, breakdown }) => [key, breakdown]);
      expect([trial, parts(period)]).toEqual([trial, parts(singly)]);
      const together = await limitOutcome(db, id, { ...limited, period: summed }, untilSeconds, { isExact });
      const { period: ofAll, ...foundOfAll } = together;
      expect([trial, foundOfAll, ofAll.stops ?? [], lines(ofAll)]).toEqual([trial, outcome, singly.stops ?? [], lines(singly)]);
      if ((period.stops ?? []).length > 0) stopped += 1;
      const places = (period.stops ?? []).map(({ fromSeconds }) => fromSeconds);
      if (places.some((at) => Math.floor(at) === busySecond)) inSecond += 1;
      if (places.some(isBusyHour)) inHour += 1;
      expect(period.entries.length).toBeLessThan(records.length);
      // In a busy hour, the platform reads single records only near the instant at which a limit is reached. It reads all other records as
      // sums.
      const singles = period.entries.filter(({ recordId, fromSeconds }) => recordId !== undefined && isBusyHour(fromSeconds)).length;
      expect([trial, singles < inBusyHour / 2]).toEqual([trial, true]);
    }
    expect([stopped > trials / 2, inSecond > 2, inHour > 2]).toEqual([true, true, true]);
  });

  it('keeps hours and minutes that say what the records say, whatever comes late and is corrected', async () => {
    const { db, organizationId, rows } = get();
    const id = await organizationId('hours');
    const random = seeded(11);
    const kept = { hour: 3600, minute: 60 } as const;
    const differences = (width: keyof typeof kept): Promise<unknown[]> =>
      rows(`
        select * from (
          select organization_id, project_id, from_seconds / ${kept[width]} * ${kept[width]} as ${width}_seconds, metric,
            coalesce(category, '') as category, sum(quantity) as quantity, max(quantity) as highest
          from usage_records where until_seconds is null and replaced_by is null group by 1, 2, 3, 4, 5
        ) r full join usage_${width}s h using (organization_id, project_id, ${width}_seconds, metric, category)
        where r.quantity is distinct from h.quantity or r.highest is distinct from h.highest`);
    const sentRecords: UsageRecord[] = [];
    const record = (replaces?: UsageRecord): UsageRecord => {
      const metric = replaces?.metric ?? random.pick(Object.keys(most) as (keyof typeof most)[]);
      return {
        index: 0,
        id: `h${sentRecords.length}`,
        projectRef: replaces?.projectRef ?? projectRef('hours', random.pick(names)),
        metric,
        fromSeconds: random.chance(0.5) ? now - random.below(7200) : start + random.below(now - start),
        untilSeconds: null,
        quantity: random.below(4) === 0 ? 0 : random.below(5000),
        category: metric === 'EGRESS' ? (replaces?.category ?? random.pick(['rest', 'auth', 'storage'])) : undefined,
        ...(replaces && { replaces: replaces.id }),
      };
    };
    const corrected = new Set<UsageRecord>();
    for (let batch = 0; batch < 30; batch += 1) {
      const records: UsageRecord[] = [];
      for (let index = 0; index < 12; index += 1) {
        const open = sentRecords.slice(0, sentRecords.length - records.length).filter((each) => !corrected.has(each));
        const target = open.length > 0 && random.chance(0.3) ? random.pick(open) : undefined;
        if (target) corrected.add(target);
        const made = { ...record(target), index };
        sentRecords.push(made);
        records.push(made);
      }
      expect((await recordUsage(db, id, records, now)).rejected).toEqual([]);
    }
    for (const width of ['hour', 'minute'] as const) {
      expect(await differences(width)).toEqual([]);
      expect((await rows<{ count: number }>(`select count(*)::int as count from usage_${width}s`))[0]?.count).toBeGreaterThan(100);
      // Seeded fault: disables the trigger that updates the aggregates, and then corrects a record.
      const target = sentRecords.find((each) => !corrected.has(each) && each.quantity > 1);
      if (target) corrected.add(target);
      await db.execute(`alter table usage_records disable trigger usage_records_${width}s_changed`);
      expect((await recordUsage(db, id, [{ ...record(target), id: `fault-${width}`, quantity: 1 }], now)).rejected).toEqual([]);
      expect((await differences(width)).length).toBeGreaterThan(0);
      await db.execute(`alter table usage_records enable trigger usage_records_${width}s_changed`);
    }
  });
});
