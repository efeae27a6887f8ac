import type { CallResponse } from '#contract/types.ts';
import { formatDate } from '#lib/dates/format.ts';
import { formatCents, sumCents } from '#lib/money.ts';
import type { ChartPoint } from '#ui/BarChart/chart-scales.ts';

export type Spend = CallResponse<'getSpend'>;
export type SpendInvoice = Spend['invoices'][number];

export interface SpendPoint {
  readonly seconds: number;
  readonly cents: number;
  /** Not spent yet. */
  readonly isExpected: boolean;
}

/** 'Nov 27' of 'Nov 27, 2026'. */
export const shortDay = (seconds: number): string => formatDate(seconds).replace(/,.*/, '');

const compact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', notation: 'compact', maximumFractionDigits: 1 });

/** '$1.2K': beside the scale of a chart. */
export const compactDollars = (cents: number): string => compact.format(cents / 100);

/** What the cycle has cost by the end of each day, fees first, and what is expected at its end. */
export function cyclePoints({ fixed_cents: fixedCents, days, cycle, forecast }: Spend): SpendPoint[] {
  let sum = fixedCents;
  const points: SpendPoint[] = [];
  for (const { at, amount_cents: cents } of days) {
    sum += cents;
    points.push({ seconds: at, cents: sum, isExpected: false });
  }
  return [...points, { seconds: cycle.end, cents: forecast.expected_cents, isExpected: true }];
}

/** Every invoice has these; they come before what was metered. */
const fixedGroups: readonly string[] = ['Plan', 'Compute'];

/** As many as have a color and a pattern of their own. */
const mostSeries = 6;
const others = 'Everything else';

/** Invoices as bars of groups: plan, compute, the metrics that cost most in all, and the rest together. */
export function groupedInvoices(invoices: readonly SpendInvoice[]): { series: string[]; points: ChartPoint[] } {
  const sums = new Map<string, number>();
  for (const { groups } of invoices)
    for (const { group, amount_cents: cents } of groups) sums.set(group, (sums.get(group) ?? 0) + Math.abs(cents));
  const rank = (group: string): number => (fixedGroups.includes(group) ? fixedGroups.indexOf(group) : fixedGroups.length);
  const ranked = [...sums].filter(([, cents]) => cents > 0).toSorted(([a, aCents], [b, bCents]) => rank(a) - rank(b) || bCents - aCents);
  const named = ranked.slice(0, ranked.length > mostSeries ? mostSeries - 1 : mostSeries).map(([group]) => group);
  const series = ranked.length > mostSeries ? [...named, others] : named.length > 0 ? named : ['Nothing charged'];
  const points = invoices.map(({ id, number, at, total_cents: total, groups }): ChartPoint => {
    const centsOf = (name: string): number =>
      sumCents(
        groups.filter(({ group }) => (name === others ? !named.includes(group) : group === name)).map(({ amount_cents: cents }) => cents),
      );
    const values = series.map(centsOf);
    const parts = series.flatMap((name, index) => (values[index] ? [`${name} ${formatCents(values[index])}`] : []));
    const words = `${formatDate(at)}, invoice ${number}: ${[formatCents(total), ...(parts.length > 0 ? [parts.join(', ')] : [])].join('. ')}`;
    return { id, label: shortDay(at), words, values };
  });
  return { series, points };
}
