import type { UpcomingInvoice } from '#contract/types.ts';
import { roundedCentsFromDollars } from '#lib/money.ts';

type SentLine = UpcomingInvoice['lines'][number];
type SentEntry = NonNullable<SentLine['breakdown']>[number];
export type SentDerivation = NonNullable<SentLine['derivation']>;

/** A line as any platform may send it: what our own always sends may be missing or null on another. */
export type LooseLine = { readonly [K in Exclude<keyof SentLine, 'breakdown'>]?: SentLine[K] | null | undefined } & {
  readonly breakdown?: readonly LooseEntry[] | null | undefined;
};
export type LooseEntry = { readonly [K in keyof SentEntry]?: SentEntry[K] | null | undefined };

/** What a line is for, which decides where it stands. */
export type LineKind = 'plan' | 'compute' | 'computeCredits' | 'replica' | 'branch' | 'other';

export interface ProjectEntry {
  readonly ref: string;
  readonly name: string;
  /** In base units: bytes, hours, counts. */
  readonly usage: number;
  readonly hours: number | null;
  readonly count: number | null;
  /** Dollars, as sent. */
  readonly amount: number;
  readonly size: NonNullable<SentEntry['project_db_instance_size']> | null;
}

export interface InvoiceLine {
  /** The platform's id, or the place in the invoice where it sends none. */
  readonly id: string;
  readonly kind: LineKind;
  readonly description: string;
  /** Usage of an earlier period that a change of plan ended. */
  readonly isCarriedOver: boolean;
  readonly metric: string | null;
  /** Dollars, as sent: finer than a cent on some platforms. */
  readonly amount: number;
  readonly amountBeforeDiscount: number;
  readonly unitPriceText: string | null;
  /** Unix seconds. */
  readonly period: { readonly start: number; readonly end: number } | null;
  readonly entries: readonly ProjectEntry[];
  /** How many projects there are in all, and where the rest begins; null when all are here. */
  readonly entryCount: number;
  readonly cursor: string | null;
  readonly derivation: SentDerivation | null;
  /** Version of the price book that it was billed by; null if the platform sends none. */
  readonly priceBook: string | null;
}

/**
 * What a line is for, by metadata, metric, unit and proration. Words count only for fixed prices, which carry none of these:
 * a metered line of a project called "planner" is no plan.
 */
export function lineKind(line: LooseLine): LineKind {
  const { usage_metric: metric, metadata, description, proration, usage_based: isUsage } = line;
  // Usage of an earlier cycle stands for itself: this cycle's hours and credits are no part of it.
  if (line.reported_later) return 'other';
  // Nothing else is counted in cents. Those of a cycle that a change of plan cut short are prorated, and credits still.
  if (line.derivation?.unit === 'cents') return 'computeCredits';
  if (metric?.startsWith('COMPUTE_HOURS_')) {
    if (metric === 'COMPUTE_HOURS_BRANCH' || metadata?.is_branch) return 'branch';
    return metadata?.is_read_replica ? 'replica' : 'compute';
  }
  if (metric || proration || isUsage) return 'other';
  if (/^compute credits$/i.test(description ?? '')) return 'computeCredits';
  return /\bplan$/i.test(description ?? '') ? 'plan' : 'other';
}

/** The lines of an upcoming invoice, each complete whatever a platform leaves out. */
export function readLines(lines: readonly LooseLine[]): InvoiceLine[] {
  return lines.map((line, index) => {
    const entries = (line.breakdown ?? []).map(readEntry);
    const amount = line.amount ?? 0;
    return {
      id: line.id ?? `line-${index}`,
      kind: lineKind(line),
      description: line.description || 'Unnamed line',
      isCarriedOver: line.carried_over === true,
      metric: line.usage_metric ?? null,
      amount,
      amountBeforeDiscount: line.amount_before_discount ?? amount,
      unitPriceText: line.unit_price_desc || null,
      period: line.period ?? null,
      entries,
      entryCount: line.breakdown_count ?? entries.length,
      cursor: line.breakdown_cursor ?? null,
      derivation: line.derivation ?? null,
      priceBook: line.price_book || null,
    };
  });
}

export function readEntry(entry: LooseEntry): ProjectEntry {
  return {
    ref: entry.project_ref ?? '',
    name: entry.project_name || entry.project_ref || 'Unnamed project',
    usage: entry.usage ?? 0,
    hours: entry.hours ?? null,
    count: entry.count ?? null,
    amount: entry.amount ?? 0,
    size: entry.project_db_instance_size ?? null,
  };
}

/** The line's amount in whole cents. */
export const amountCents = ({ amount }: { readonly amount: number }): number => roundedCentsFromDollars(amount);
