import type { PlanId } from '#contract/types.ts';
import { chargeSummary, type ChargeSummary, type EstimateFacts } from '#billing/shared/change-plan/charge-summary.ts';
import type { PreviewState } from '#billing/shared/change-plan/use-preview.ts';
import { useNowSeconds } from '#billing/shared/now.ts';
import { useRead } from '#billing/shared/queries.ts';
import { useSlug } from '#billing/shared/use-organization.ts';
import { useSubscription } from '#billing/shared/use-subscription.ts';

/** What a change costs today by its preview; null while that is unknown, or when nothing is charged now. */
export function useChargeSummary(preview: PreviewState, from: PlanId, target: PlanId): ChargeSummary | null {
  const slug = useSlug();
  const subscription = useSubscription();
  const plans = useRead('listPlans', { params: { slug } }).data?.plans;
  const nowSeconds = useNowSeconds();
  if (preview.kind !== 'ready') return null;
  const priceOf = (plan: PlanId) => plans?.find(({ id }) => id === plan)?.price ?? null;
  const [newPrice, currentPrice] = [priceOf(target), priceOf(from)];
  const facts: EstimateFacts | null =
    newPrice === null || currentPrice === null || subscription.kind !== 'ready'
      ? null
      : { newPrice, currentPrice, subscription: subscription.data, nowSeconds };
  return chargeSummary(preview.preview, facts);
}
