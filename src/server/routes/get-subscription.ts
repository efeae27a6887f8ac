import { pendingSecret } from '#server/money/pending-secret.ts';
import { findSubscription } from '#server/store/subscriptions.ts';
import type { Handler } from './handler.ts';
import { subscriptionView } from './views/subscription.ts';

/** The waiting payment is looked at first: it may turn out to have put its change into effect. */
export const getSubscription: Handler<'getSubscription'> = async (_, { money, db, may, organization }) => {
  const mayWrite = may({ action: 'billing:Write', resource: 'stripe.subscriptions' });
  const secret = mayWrite ? await pendingSecret(money, organization.id) : null;
  return { data: subscriptionView(await findSubscription(db, organization.id), secret, mayWrite) };
};
