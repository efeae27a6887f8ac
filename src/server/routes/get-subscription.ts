import { pendingPayment } from '#server/money/pending-payment.ts';
import { findSubscription } from '#server/store/subscriptions.ts';
import type { Handler } from './handler.ts';
import { subscriptionView } from './views/subscription.ts';

/** A waiting payment is looked at before the subscription is told: it may turn out to have put its change into effect. */
export const getSubscription: Handler<'getSubscription'> = async ({ query }, { money, db, may, organization }) => {
  const mayWrite = may({ action: 'billing:Write', resource: 'stripe.subscriptions' });
  const parts = { withAddons: query.project_addons !== 'omit' };
  const stored = await findSubscription(db, organization.id, parts);
  if (!mayWrite || !stored.hasOpenChange) return { data: subscriptionView(stored, null, mayWrite) };
  const pending = await pendingPayment(money, organization.id);
  return { data: subscriptionView(await findSubscription(db, organization.id, parts), pending, mayWrite) };
};
