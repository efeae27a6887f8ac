import { useSubscription } from '#billing/shared/data/use-billing-data.ts';

/** Whether the organization pays its invoices itself, so that no card is charged for them. */
export function usePaysByInvoice(): boolean {
  const subscription = useSubscription();
  return subscription.kind === 'ready' && subscription.data.payment_method_type === 'invoice';
}
