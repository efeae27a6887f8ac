import { formatUnitPrice, formatWholeDollars, groupThousands } from '#lib/money.ts';
import { metricRules, findMetric, type UsageMetric } from '#server/domain/metrics.ts';
import type { PlanId } from '#server/domain/plans.ts';
import type { PriceBook } from './price-book.ts';

const gigabyte = 1e9;

/** Formats a quota: '500 MB', '250 GB', '100,000'. */
export function quotaWords(metric: UsageMetric, quantity: number): string {
  if (metricRules(metric).unit !== 'bytes') return groupThousands(String(quantity));
  return quantity < gigabyte ? `${groupThousands(String(quantity / 1e6))} MB` : `${groupThousands(String(quantity / gigabyte))} GB`;
}

/** Omits the cents of whole dollars: '$60', '$0.09'. */
const priceWords = (microcents: number): string => formatUnitPrice(microcents).replace(/\.00$/, '');

type Prices = Omit<PriceBook, 'plans'> & {
  plans: Readonly<Record<PlanId, Pick<PriceBook['plans'][PlanId], 'computeCreditsCents' | 'activeProjects'>>>;
};

function valueOf(book: Prices, planId: PlanId, kind: string, name: string): string | undefined {
  const metric = findMetric(name)?.metric;
  if (kind === 'compute_credits') return formatWholeDollars(book.plans[planId].computeCreditsCents);
  if (kind === 'active_projects') return book.plans[planId].activeProjects?.toString();
  if (kind === 'addon') {
    const dollars = book.addonMonthlyDollars.get(name);
    return dollars === undefined || dollars === null ? undefined : formatWholeDollars(Math.round(dollars * 100));
  }
  if (metric === undefined) return undefined;
  const cents = { price: book.rates.get(metric)?.priceMicrocents, monthly: book.monthlyMicrocents.get(metric) }[kind];
  if (cents !== undefined) return priceWords(cents);
  if (kind === 'allowance') return book.hourlyAllowances.get(metric)?.units.toString();
  const quota = kind === 'quota' ? book.quotas[planId].get(metric) : undefined;
  if (quota === null) return 'Unlimited';
  return quota === undefined ? undefined : quotaWords(metric, quota);
}

/**
 * Replaces placeholders such as `{quota:EGRESS}`.
 * @throws {RangeError} for a placeholder without a value
 */
export function fillWords(book: Prices, planId: PlanId, text: string): string {
  return text.replace(/\{([^}]*)\}/g, (placeholder, inside: string) => {
    const [kind = '', name = ''] = inside.split(':');
    const value = valueOf(book, planId, kind, name);
    if (value === undefined) throw new RangeError(`${placeholder} has no value in this document`);
    return value;
  });
}
