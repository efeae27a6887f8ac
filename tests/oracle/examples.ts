/** Builders for the worked examples: June 2026, 30 days or 720 hours. */
import { ratioToText } from '#lib/money-ratio.ts';
import { type BillingPeriod } from '#server/domain/bill.ts';
import type { InvoiceLine } from '#server/domain/lines.ts';
import type { UsageMetric } from '#server/domain/metrics.ts';
import type { CapTimeline } from '#server/domain/periods.ts';
import type { UsageEntry } from '#server/domain/usage.ts';
import { FIRST_BOOK } from './first-book.ts';
import { billUsage } from './whole-results.ts';

export const NEVER_CAPPED: CapTimeline = { initiallyOn: false, changes: [] };

export const HOUR = 3600;
export const DAY = 24 * HOUR;
export const GB = 1_000_000_000;
export const JUNE = Date.UTC(2026, 5, 1) / 1000;
export const JULY = JUNE + 30 * DAY;

type Options = Partial<Omit<UsageEntry, 'metric' | 'quantity'>>;

/** Returns a usage record of one instant, by default at the start of June. */
export function event(metric: UsageMetric, amount: number, options: Options = {}): UsageEntry {
  const projectRef = options.projectRef ?? 'alpha';
  const fromSeconds = options.fromSeconds ?? JUNE;
  return {
    metric,
    quantity: amount,
    kind: 'primary',
    resourceId: projectRef,
    untilSeconds: fromSeconds,
    ...options,
    projectRef,
    fromSeconds,
  };
}

/** Returns a usage record of a time span, by default all of June. */
export function span(metric: UsageMetric, level = 1, options: Options = {}): UsageEntry {
  return event(metric, level, { untilSeconds: JULY, ...options });
}

export function june(entries: readonly UsageEntry[], changes: Partial<BillingPeriod> = {}): BillingPeriod {
  return {
    planId: 'pro',
    book: FIRST_BOOK,
    cycle: { startSeconds: JUNE, endSeconds: JULY },
    cap: NEVER_CAPPED,
    discounts: [],
    invoiced: [],
    entries,
    ...changes,
  };
}

export function amounts(entries: readonly UsageEntry[], changes: Partial<BillingPeriod> = {}, asOfSeconds = JULY): Record<string, number> {
  return Object.fromEntries(billUsage(june(entries, changes), asOfSeconds).lines.map(({ key, amountCents }) => [key, amountCents]));
}

/** Returns an exact quantity from the derivation of an invoice line, as 'n' or 'n/d'. */
export function quantity(line: InvoiceLine | undefined, name: 'used' | 'included' | 'uncharged' | 'billable'): string | undefined {
  const value = line?.derivation?.[name];
  return value ? ratioToText(value) : undefined;
}

export function lineOf(lines: readonly InvoiceLine[], key: string): InvoiceLine {
  const line = lines.find((candidate) => candidate.key === key);
  if (!line) throw new Error(`No line ${key}`);
  return line;
}
