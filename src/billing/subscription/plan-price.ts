import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import type { PlanPrice } from '#ui/PlanCard/PlanCard.tsx';
import { priceWords } from '#billing/shared/change-plan/charge-summary.ts';

/** Price of a plan: "From $25 per month", "$0 per month", "Custom". `price` is in dollars per month; null for a contract price. */
export function planPrice(price: number | null): PlanPrice {
  if (price === null) return { amount: 'Custom' };
  return { ...(price > 0 ? { prefix: texts.from } : {}), amount: priceWords(price), unit: 'per month' };
}
