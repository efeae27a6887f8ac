import type { Shape } from '#contract/types.ts';
import { dollarsFromCents, formatUnitPrice, groupThousands } from '#lib/money.ts';
import { quotaWords } from '#server/domain/book/plan-messages.ts';
import type { PriceBook } from '#server/domain/book/price-book.ts';
import type { UsageMetric } from '#server/domain/metrics.ts';
import type { PlanId } from '#server/domain/plans.ts';
import { type ContractTerms, hourlyAllowance, quotaOf, rateOf } from '#server/domain/rates.ts';

type PlanList = Shape<'PlanList'>;

export function planWordsView(book: PriceBook, planId: PlanId): Shape<'PlanWords'> {
  const { features, ...words } = book.plans[planId].words;
  return {
    id: planId,
    ...words,
    features: features.map(({ subText, ...feature }) => ({ ...feature, ...(subText === undefined ? {} : { sub_text: subText }) })),
  };
}

/** `each` is the unit printed after an included amount. */
const rows: readonly { metric: UsageMetric; resource: string; unit: string; each?: string }[] = [
  { metric: 'DISK_SIZE_GB_HOURS_GP3', resource: 'Disk size', unit: 'GB', each: 'GB per project' },
  { metric: 'COMPUTE_HOURS_BRANCH', resource: 'Branching', unit: 'hour' },
  { metric: 'EGRESS', resource: 'Egress', unit: 'GB' },
  { metric: 'CACHED_EGRESS', resource: 'Cached egress', unit: 'GB' },
  { metric: 'MONTHLY_ACTIVE_USERS', resource: 'Monthly active users', unit: 'user', each: 'users' },
  { metric: 'MONTHLY_ACTIVE_THIRD_PARTY_USERS', resource: 'Third-party monthly active users', unit: 'user', each: 'users' },
  { metric: 'MONTHLY_ACTIVE_SSO_USERS', resource: 'SSO monthly active users', unit: 'user', each: 'users' },
  { metric: 'STORAGE_SIZE', resource: 'Storage size', unit: 'GB' },
  { metric: 'STORAGE_IMAGES_TRANSFORMED', resource: 'Storage image transformations', unit: 'unit' },
  { metric: 'REALTIME_PEAK_CONNECTIONS', resource: 'Realtime peak connections', unit: 'unit' },
  { metric: 'REALTIME_MESSAGE_COUNT', resource: 'Realtime messages', unit: 'unit' },
  { metric: 'FUNCTION_INVOCATIONS', resource: 'Function invocations', unit: 'unit' },
];

const million = 1_000_000;

/** Formats a count of units, for example '1,000', 'million' or '5 million'. */
const countWords = (count: number, alone = false): string =>
  count % million !== 0 ? groupThousands(String(count)) : alone && count === million ? 'million' : `${count / million} million`;

/** Returns the overage prices on Pro. The table has no row for a metric that the price book does not bill. */
export function overageRates(book: PriceBook, contract: ContractTerms | undefined): NonNullable<PlanList['rates']> {
  return rows.flatMap(({ metric, resource, unit, each }) => {
    const rate = rateOf(book, metric, 'pro', contract);
    if (!rate) return [];
    const price = contract?.unitPrices?.[metric] === undefined ? book.monthlyMicrocents.get(metric) : undefined;
    const allowance = hourlyAllowance(book, metric, 'primary');
    const quota = quotaOf(book, metric, 'pro', contract);
    const per = rate.wholePackages ? countWords(rate.perUnits, true) : unit;
    return [
      {
        resource: `${resource}, per ${per}`,
        included: allowance > 0 ? `${allowance} ${each ?? unit}` : includedWords(metric, quota, each, rate.wholePackages),
        rate: formatUnitPrice(price ?? rate.priceMicrocents),
      },
    ];
  });
}

function includedWords(metric: UsageMetric, quota: number | null | undefined, each: string | undefined, byPackage: boolean): string {
  if (quota === null) return 'Unlimited';
  if (quota === undefined || quota === 0) return 'None';
  const count = byPackage ? countWords(quota) : quotaWords(metric, quota);
  return each === undefined ? count : `${count} ${each}`;
}

/** Returns the dollars per month of a further project with the smallest compute size. If a contract sets the price, returns 0. */
export const furtherProjectDollars = (book: PriceBook): number => book.addonMonthlyDollars.get('ci_micro') ?? 0;

export const computeWords = (book: PriceBook): NonNullable<PlanList['compute']> => ({
  credits: dollarsFromCents(book.plans.pro.computeCreditsCents),
  further_project: furtherProjectDollars(book),
});
