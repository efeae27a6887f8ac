import type { UsageMetric } from '#server/domain/metrics.ts';
import { type PlanId, withoutPlanPrice } from '#server/domain/plans.ts';
import { type ContractTerms, needsContract, withoutPrice } from '#server/domain/rates.ts';
import type { PriceBook } from './price-book.ts';

export interface TermsToPrice {
  /** Current and future plans of the organization. */
  readonly plans: readonly PlanId[];
  readonly contract: ContractTerms | null;
  readonly metrics: readonly UsageMetric[];
}

const needsPlanPrice = (book: PriceBook, plan: PlanId, contract: ContractTerms | null): boolean =>
  plan !== 'free' && book.plans[plan].priceCents === null && contract?.planPriceCents === undefined;

export function missingPrices(book: PriceBook, { plans, contract, metrics }: TermsToPrice): string[] {
  const isFree = plans.every((plan) => plan === 'free');
  return [
    ...plans.filter((plan) => needsPlanPrice(book, plan, contract)).map(withoutPlanPrice),
    ...(isFree ? [] : metrics.filter((metric) => needsContract(book, metric, contract)).map((metric) => withoutPrice(metric))),
  ];
}
