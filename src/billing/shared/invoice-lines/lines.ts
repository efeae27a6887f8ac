import type { UpcomingInvoice } from '#contract/types.ts';
import { roundedCentsFromDollars } from '#lib/money.ts';

type SentLine = UpcomingInvoice['lines'][number];
type SentEntry = NonNullable<SentLine['breakdown']>[number];
export type SentDerivation = NonNullable<SentLine['derivation']>;

/** Invoice line as any platform may send it. Fields that this platform always sends may be missing or null. */
export type LooseLine = { readonly [K in Exclude<keyof SentLine, 'breakdown'>]?: SentLine[K] | null | undefined } & {
  readonly breakdown?: readonly LooseEntry[] | null | undefined;
};
export type LooseEntry = { readonly [K in keyof SentEntry]?: SentEntry[K] | null | undefined };

export type LineKind = 'plan' | 'compute' | 'computeCredits' | 'replica' | 'branch' | 'other';

export interface ProjectEntry {
  readonly ref: string;
  readonly name: string;
  /** Usage in base units: bytes, hours, counts. */
  readonly usage: number;
  readonly hours: number | null;
  readonly count: number | null;
  /** Amount in dollars, as received. */
  readonly amount: number;
  readonly size: NonNullable<SentEntry['project_db_instance_size']> | null;
}

export interface InvoiceLine {
  /** The platform's id of the line, or the index of the line in the invoice. */
  readonly id: string;
  readonly kind: LineKind;
  readonly description: string;
  /** True for usage of an earlier period that ended with a plan change. */
  readonly isCarriedOver: boolean;
  readonly metric: string | null;
  /** Amount in dollars, as received. Some platforms send fractions of a cent. */
  readonly amount: number;
  readonly amountBeforeDiscount: number;
  readonly unitPriceText: string | null;
  /** Period of the line in Unix seconds, or null. */
  readonly period: { readonly start: number; readonly end: number } | null;
  readonly entries: readonly ProjectEntry[];
  /** Total number of projects. `cursor` is the cursor of the next page; null if all projects are loaded. */
  readonly entryCount: number;
  readonly cursor: string | null;
  readonly derivation: SentDerivation | null;
  /** Version of the price book that was used for the bill; null if the platform sends no version. */
  readonly priceBook: string | null;
}

/** Returns the kind of a line. Reads the description only of fixed-price lines, because no other field of these lines contains the kind. */
export function lineKind(line: LooseLine): LineKind {
  const { usage_metric: metric, metadata, description, proration, usage_based: isUsage } = line;
  // Late usage of an earlier cycle does not count toward this cycle's hours and credits.
  if (line.reported_later) return 'other';
  // The unit `cents` occurs only in credit lines, including prorated credits of a shortened cycle.
  if (line.derivation?.unit === 'cents') return 'computeCredits';
  if (metric?.startsWith('COMPUTE_HOURS_')) {
    if (metric === 'COMPUTE_HOURS_BRANCH' || metadata?.is_branch) return 'branch';
    return metadata?.is_read_replica ? 'replica' : 'compute';
  }
  if (metric || proration || isUsage) return 'other';
  if (/^compute credits$/i.test(description ?? '')) return 'computeCredits';
  return /\bplan$/i.test(description ?? '') ? 'plan' : 'other';
}

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

export const amountCents = ({ amount }: { readonly amount: number }): number => roundedCentsFromDollars(amount);
