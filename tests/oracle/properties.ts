/** Properties that every correct bill has. Tests check them for the real engine, and for engines with a seeded bug. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { BillingPeriod, UsageBill } from '#server/domain/bill.ts';
import type { InvoicedLine, InvoiceLine } from '#server/domain/lines.ts';
import { findMetric } from '#server/domain/metrics.ts';
import { capOnAt, cycleEnd } from '#server/domain/periods.ts';
import type { UsageEntry } from '#server/domain/usage.ts';
import { oracleBill } from './oracle.ts';
import { runningArbitrary, scenarioArbitrary, type Scenario } from './scenario.ts';
import { finalInvoice, overageLines, upcomingInvoice } from './whole-results.ts';

type Bill = (period: BillingPeriod, asOfSeconds: number) => UsageBill;

const sum = (amounts: readonly number[]): number => amounts.reduce((a, b) => a + b, 0);
const usageLines = (lines: readonly InvoiceLine[]): InvoiceLine[] => lines.filter(({ metric }) => metric !== null);
const creditsOf = (lines: readonly InvoiceLine[]): number =>
  0 - sum(lines.filter(({ key }) => key === 'compute_credits').map(({ amountCents }) => amountCents));
const isInstant = ({ metric }: UsageEntry): boolean => ['count', 'peak'].includes(findMetric(metric)?.measure ?? '');

const visible = (lines: readonly InvoiceLine[]): unknown =>
  lines.map(({ key, amountCents, amountBeforeDiscountCents, derivation, breakdown }) => ({
    key,
    amountCents,
    amountBeforeDiscountCents,
    used: derivation?.used,
    billable: derivation?.billable,
    breakdown: breakdown.map(({ projectRef, usage, hours, count, amountCents: cents }) => ({ projectRef, usage, hours, count, cents })),
  }));

export const agreesWithOracle = (bill: Bill): fc.IProperty<[Scenario]> =>
  fc.property(scenarioArbitrary, ({ period, asOfSeconds }) => {
    const { lines, totalCents } = bill(period, asOfSeconds);
    const expected = oracleBill(period, asOfSeconds);
    const amounts = usageLines(lines).map(({ key, amountCents, amountBeforeDiscountCents }) => [
      key,
      amountCents,
      amountBeforeDiscountCents,
    ]);
    expect(amounts.sort()).toEqual(
      [...expected.lines].map(([key, { amountCents, beforeCents }]) => [key, amountCents, beforeCents]).sort(),
    );
    expect(creditsOf(lines)).toBe(expected.creditsCents);
    expect(totalCents).toBe(expected.totalCents);
  });

export const breakdownsSumToLines = (bill: Bill): fc.IProperty<[Scenario]> =>
  fc.property(scenarioArbitrary, ({ period, asOfSeconds }) => {
    const { lines, totalCents } = bill(period, asOfSeconds);
    expect(sum(lines.map(({ amountCents }) => amountCents))).toBe(totalCents);
    for (const { breakdown, amountCents } of usageLines(lines)) {
      expect(sum(breakdown.map((entry) => entry.amountCents))).toBe(amountCents);
      expect(breakdown.every((entry) => entry.amountCents >= 0)).toBe(true);
    }
  });

export const creditsAreBounded = (bill: Bill): fc.IProperty<[Scenario]> =>
  fc.property(scenarioArbitrary, ({ period, asOfSeconds }) => {
    const { lines, totalCents } = bill(period, asOfSeconds);
    const compute = sum(lines.filter(({ group }) => group === 'compute').map(({ amountCents }) => amountCents));
    expect(creditsOf(lines)).toBeLessThanOrEqual(Math.min(1000, compute));
    expect(totalCents).toBeGreaterThanOrEqual(0);
  });

/** Splits a usage record into two records with the same total effect: two counts, two peaks, or two overlapping or adjacent spans. */
function cut(entry: UsageEntry, at: number): UsageEntry[] {
  const measure = findMetric(entry.metric)?.measure;
  if (measure === 'peak') return [entry, { ...entry, quantity: Math.floor(entry.quantity / 2) }];
  if (measure === 'count') {
    const part = at % (entry.quantity + 1);
    return [
      { ...entry, quantity: part },
      { ...entry, quantity: entry.quantity - part },
    ];
  }
  const middle = entry.fromSeconds + (at % (entry.untilSeconds - entry.fromSeconds + 1));
  return [
    { ...entry, untilSeconds: middle },
    { ...entry, fromSeconds: Math.max(entry.fromSeconds, middle - (at % 2)) },
  ].filter(({ fromSeconds, untilSeconds }) => untilSeconds > fromSeconds);
}

export const orderAndMergingDoNotMatter = (bill: Bill): fc.IProperty<[Scenario, number[]]> =>
  fc.property(scenarioArbitrary, fc.array(fc.nat(), { minLength: 40, maxLength: 40 }), ({ period, asOfSeconds }, picks) => {
    const pieces = period.entries.flatMap((entry, index) => cut(entry, picks[index] ?? 0));
    const shuffled = pieces
      .map((entry, index) => ({ entry, rank: picks[index] ?? 0 }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ entry }) => entry);
    expect(visible(bill({ ...period, entries: shuffled }, asOfSeconds).lines)).toEqual(visible(bill(period, asOfSeconds).lines));
  });

export const finalEqualsUpcoming = (): fc.IProperty<[Scenario]> =>
  fc.property(scenarioArbitrary, ({ period }) => {
    const end = cycleEnd(period.cycle);
    // If the last second of a cycle starts a clock hour, an invoice at that second cannot include the hour. The property skips such cycles.
    fc.pre(end > period.cycle.startSeconds && (end - 1) % 3600 !== 0);
    const settled = { ...period, entries: period.entries.filter(({ fromSeconds }) => fromSeconds !== end - 1) };
    const cap = { ...period.cap, changes: period.cap.changes.filter(({ atSeconds }) => atSeconds !== end - 1) };
    const renewal = { planId: 'pro' as const, priceCents: 2500, discounts: [], startSeconds: end, endSeconds: end + 1 };
    const input = { period: { ...settled, cap }, renewal, carriedOver: [] };
    const known = {
      ...input,
      period: { ...input.period, entries: input.period.entries.filter(({ fromSeconds }) => fromSeconds < end - 1) },
    };
    const final = finalInvoice(input);
    const upcoming = upcomingInvoice(known, end - 1);
    expect(visible(upcoming.lines)).toEqual(visible(final.lines));
    expect(upcoming.amountTotalCents).toBe(final.amountTotalCents);
    expect(final.amountProjectedCents).toBe(final.amountTotalCents);
  });

/** Property: each activation of the spend cap invoices the overage so far. The sum of all invoices of the cycle equals a single bill. */
export const interimInvoicesAddUp = (): fc.IProperty<[Scenario]> =>
  fc.property(scenarioArbitrary, ({ period }) => {
    const end = cycleEnd(period.cycle);
    const invoiced: InvoicedLine[] = [];
    for (const { atSeconds, on } of period.cap.changes) {
      if (!on || atSeconds >= end || atSeconds <= period.cycle.startSeconds || capOnAt(period.cap, atSeconds - 1)) continue;
      const lines = overageLines({ ...period, cycle: { ...period.cycle }, invoiced: [...invoiced] }, atSeconds);
      for (const line of lines) {
        expect(line.amountCents).toBeGreaterThan(0);
        expect(sum(line.breakdown.map(({ amountCents }) => amountCents))).toBe(line.amountCents);
      }
      invoiced.push(...lines);
    }
    const last = finalInvoice({ period: { ...period, invoiced }, carriedOver: [] }).lines;
    for (const line of usageLines(last)) {
      expect(line.amountCents).toBeGreaterThanOrEqual(0);
      expect(sum(line.breakdown.map(({ amountCents }) => amountCents))).toBe(line.amountCents);
    }
    for (const [key, { amountCents, beforeCents }] of oracleBill(period, end).lines) {
      const parts = [...invoiced, ...last].filter((line) => line.key === key);
      expect(sum(parts.map((line) => line.amountCents))).toBe(amountCents);
      expect(sum(parts.map((line) => line.amountBeforeDiscountCents))).toBe(beforeCents);
    }
  });

/** Returns two amounts for each invoice line, with and without discounts, and one amount for each project of the line. All are in cents. */
function byLineAndProject(lines: readonly InvoiceLine[]): Map<string, number> {
  const sums = new Map<string, number>();
  const add = (name: string, cents: number): void => {
    if (cents !== 0 || sums.has(name)) sums.set(name, (sums.get(name) ?? 0) + cents);
  };
  for (const { key, amountCents, amountBeforeDiscountCents, breakdown } of lines) {
    add(key, amountCents);
    add(`${key} before discounts`, amountBeforeDiscountCents);
    for (const entry of breakdown) add(`${key} of ${entry.projectRef}`, entry.amountCents);
  }
  for (const [name, cents] of sums) if (cents === 0) sums.delete(name);
  return sums;
}

type LateBill = (period: BillingPeriod) => InvoiceLine[];

/** Property: despite late records and corrections, the sum of all invoices of a cycle equals a single bill that includes all records. */
export const lateInvoicesAddUp = (bill: Bill, late: LateBill): fc.IProperty<[Scenario, number[]]> =>
  fc.property(scenarioArbitrary, fc.array(fc.nat(4), { minLength: 16, maxLength: 16 }), ({ period }, waves) => {
    const end = cycleEnd(period.cycle);
    // Returns the records known in a wave. Records with a number below 4 are known from this wave on. Records with the number 4 are known
    // until wave 2.
    const known = (wave: number): UsageEntry[] =>
      period.entries.filter((_, index) => (waves[index] === 4 ? wave < 3 : (waves[index] ?? 0) <= wave));
    const invoiced: InvoiceLine[] = [];
    for (const { atSeconds, on } of period.cap.changes)
      if (on && atSeconds < end && atSeconds > period.cycle.startSeconds)
        invoiced.push(...overageLines({ ...period, entries: known(0), invoiced: [...invoiced] }, atSeconds));
    invoiced.push(...bill({ ...period, entries: known(0), invoiced: [...invoiced] }, end).lines);
    for (const wave of [1, 2, 3]) {
      const lines = late({ ...period, entries: known(wave), invoiced: [...invoiced] });
      for (const line of lines) {
        if (line.metric !== null) expect(sum(line.breakdown.map(({ amountCents }) => amountCents))).toBe(line.amountCents);
      }
      invoiced.push(...lines);
    }
    expect(byLineAndProject(invoiced)).toEqual(byLineAndProject(bill({ ...period, entries: known(3) }, end).lines));
    expect(late({ ...period, entries: known(3), invoiced })).toEqual([]);
  });

export const projectionComesTrue = (bill: Bill): fc.IProperty<[Scenario, ReturnType<typeof runningArbitrary.generate>['value']]> =>
  fc.property(scenarioArbitrary, runningArbitrary, ({ period, asOfSeconds }, running) => {
    const end = cycleEnd(period.cycle);
    const now = Math.min(asOfSeconds, end);
    const known = { ...period, entries: period.entries.flatMap((entry) => upTo(entry, now)) };
    const coming = running
      .filter(({ metric }) => findMetric(metric)?.predictable)
      .map((resource): UsageEntry => ({ ...resource, fromSeconds: now, untilSeconds: Math.max(end, now + 1), quantity: 1 }));
    const then = bill({ ...known, entries: [...known.entries, ...(now < end ? coming : [])] }, end);
    expect(bill({ ...known, running }, now).projectedCents).toBe(then.totalCents);
  });

function upTo(entry: UsageEntry, instant: number): UsageEntry[] {
  if (entry.fromSeconds >= instant) return [];
  return isInstant(entry) ? [entry] : [{ ...entry, untilSeconds: Math.min(entry.untilSeconds, instant) }];
}

/** Property: if plan changes split a cycle, the usage of the parts adds up to the usage of the whole. Peaks restart in each part. */
export const splitCyclesPayOnce = (bill: Bill): fc.IProperty<[Scenario, number[]]> =>
  fc.property(scenarioArbitrary, fc.array(fc.nat(40 * 86_400), { minLength: 1, maxLength: 3 }), ({ period }, offsets) => {
    const { startSeconds, endSeconds } = period.cycle;
    const whole = {
      ...period,
      planId: 'team' as const,
      cycle: { startSeconds, endSeconds },
      discounts: [],
      cap: { initiallyOn: false, changes: [] },
    };
    const cuts = [...new Set(offsets.map((offset) => startSeconds + (offset % (endSeconds - startSeconds))))].sort((a, b) => a - b);
    const bounds = [startSeconds, ...cuts, endSeconds];
    const totals = new Map<string, bigint>();
    for (const [index, start] of bounds.entries()) {
      const end = bounds[index + 1];
      if (end === undefined) break;
      // All parts have the planned length of the whole cycle, so that averages use the same divisor.
      const part = { ...whole, cycle: { startSeconds: start, endSeconds: start + (endSeconds - startSeconds), closedAtSeconds: end } };
      for (const { key, derivation } of usageLines(bill(part, end).lines))
        totals.set(key, (totals.get(key) ?? 0n) + (derivation?.used.numerator ?? 0n));
    }
    for (const { key, metric, derivation } of usageLines(bill(whole, endSeconds).lines)) {
      if (metric !== 'REALTIME_PEAK_CONNECTIONS') expect([key, totals.get(key)]).toEqual([key, derivation?.used.numerator]);
    }
  });
