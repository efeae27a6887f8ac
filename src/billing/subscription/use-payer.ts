import { useSubscription } from '#billing/shared/use-subscription.ts';

/** Who pays for a change: a card, an invoice, the partner, or nobody because nothing is due. */
export type Payer = 'card' | 'invoice' | 'partner' | 'nobody';

/** @param totalCents what is charged today */
export function usePayer(totalCents: number, direction: 'upgrade' | 'downgrade' | undefined): Payer {
  const subscription = useSubscription();
  if (subscription.kind !== 'ready') return 'nobody';
  const { billing_via_partner: viaPartner, payment_method_type: type } = subscription.data;
  if (viaPartner) return 'partner';
  if (type === 'invoice') return 'invoice';
  // A smaller plan that costs nothing today leaves the cards as they are.
  return direction === 'downgrade' && totalCents === 0 ? 'nobody' : 'card';
}
