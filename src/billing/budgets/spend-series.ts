import type { CallResponse } from '#contract/types.ts';
import { formatDate } from '#lib/dates/format.ts';
import { formatCents, sumCents } from '#lib/money.ts';
import type { ChartPoint } from '#ui/BarChart/chart-scales.ts';

export type Spend = CallResponse<'getSpend'>;
export type SpendInvoice = Spend['invoices'][number];

export interface SpendPoint {
  readonly seconds: number;
  readonly cents: number;
  readonly isExpected: boolean;
}

/** Date without its year: 'Nov 27'. */
export const shortDay = (seconds: number): string => formatDate(seconds).replace(/,.*/, '');

/** Returns the cost of the cycle by day, including fixed fees, and the expected total at the cycle's end. */
export function cyclePoints({ fixed_cents: fixedCents, days, cycle, forecast }: Spend): SpendPoint[] {
  let sum = fixedCents;
  // A cycle without usage still contains its fixed fees.
  const points: SpendPoint[] = days.length === 0 ? [{ seconds: cycle.start, cents: sum, isExpected: false }] : [];
  for (const { at, amount_cents: cents } of days) {
    sum += cents;
    points.push({ seconds: at, cents: sum, isExpected: false });
  }
  return [...points, { seconds: cycle.end, cents: forecast.expected_cents, isExpected: true }];
}

const daySeconds = 86_400;

export function daysAhead(points: readonly SpendPoint[]): number[] {
  const [today, end] = points.slice(-2);
  if (!today || !end) return [];
  const count = Math.max(0, Math.ceil((end.seconds - today.seconds) / daySeconds) - 1);
  return Array.from({ length: count }, (_, index) => today.seconds + (index + 1) * daySeconds);
}

/** Cost groups of every invoice. The chart shows them before the groups of metered usage. */
const fixedGroups: readonly string[] = ['Plan', 'Compute'];

/** Maximum number of series in the chart, because more colors are hard to tell apart. */
const mostSeries = 4;
const others = 'Everything else';

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
