import { useSubscription } from '#billing/shared/data/use-billing-data.ts';

export function usePaysByInvoice(): boolean {
  const subscription = useSubscription();
  return subscription.kind === 'ready' && subscription.data.payment_method_type === 'invoice';
}
