import type { PlanId } from '#contract/types.ts';
import { useSubscription, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { chargeSummary, type ChargeSummary, type EstimateFacts } from '#billing/shared/change-plan/charge-summary.ts';
import type { PreviewState } from '#billing/shared/change-plan/use-preview.ts';
import { useNowSeconds } from '#billing/shared/page/now.ts';
import { useRead } from '#billing/shared/data/queries.ts';

export type Payer = 'card' | 'invoice' | 'partner' | 'none';

/** Returns how a change is paid. @param totalCents the charge of today, in cents */
export function usePayer(totalCents: number, direction: 'upgrade' | 'downgrade' | undefined): Payer {
  const subscription = useSubscription();
  if (subscription.kind !== 'ready') return 'none';
  const { billing_via_partner: viaPartner, payment_method_type: type } = subscription.data;
  if (viaPartner) return 'partner';
  if (type === 'invoice') return 'invoice';
  // A downgrade that costs nothing today needs no card.
  return direction === 'downgrade' && totalCents === 0 ? 'none' : 'card';
}

/** Null until the charge is known, or if nothing is charged now. */
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
