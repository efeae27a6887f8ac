import { subscriptionsWrite } from '#contract/permissions.ts';
import { dollarsFromCents } from '#lib/money.ts';
import { planNames } from '#lib/plan-names.ts';
import { planChangeTexts } from '#lib/texts/plan-change.ts';
import { pendingPayment, cancelPendingChange as takeBack, confirmChange } from '#server/payments/confirm.ts';
import { pauseOf } from '#server/payments/context.ts';
import { findSubscription } from '#server/store/subscriptions.ts';
import { changeDirection, PLAN_IDS, type PlanId } from '#server/domain/plans.ts';
import { waitsForCycleEnd } from '#server/domain/quote.ts';
import { previewChange } from '#server/payments/preview.ts';
import { requireFeature } from '#server/payments/guards.ts';
import { updateSubscription as change } from '#server/payments/update-subscription.ts';
import { PlatformError } from '#server/platform-error.ts';
import type { Handler } from './handler.ts';
import { computeWords, overageRates, planWordsView } from './views/price-messages.ts';
import { heldUsageView } from './views/held-usage.ts';
import { subscriptionView } from './views/subscription.ts';
import { idempotentRequest, toAnswer, requesterOf } from './idempotent-request.ts';
import { unixSeconds } from './views/time.ts';
import { bookInForce } from '#server/store/books/price-book-pinning.ts';

/** Reads the subscription. Before that, checks a pending payment, because the check can apply the plan change. */
export const getSubscription: Handler<'getSubscription'> = async ({ query }, scope) => {
  const { paymentContext, db, may, member, organization, nowSeconds } = scope;
  const mayWrite = may(subscriptionsWrite);
  const parts = { withAddons: query.project_addons !== 'omit' };
  const stored = await findSubscription(db, organization.id, parts);
  const paused = pauseOf(paymentContext) === null && !stored.chargesPaused ? {} : { payments_paused: true as const };
  // If the organization is on Free, this response contains the held usage. On other plans, the upcoming invoice contains it.
  const held = stored.plan === 'free' ? await heldUsageView(db, organization.id) : {};
  if (!mayWrite || member === null || !stored.hasOpenChange)
    return { data: { ...subscriptionView(stored, null, mayWrite, nowSeconds), ...paused, ...held } };
  const pending = await pendingPayment(paymentContext, requesterOf({ organization, member }));
  const current = await findSubscription(db, organization.id, parts);
  return { data: { ...subscriptionView(current, pending, mayWrite, nowSeconds), ...paused, ...held } };
};

export const cancelPendingChange: Handler<'cancelPendingChange'> = async (_, scope) =>
  toAnswer<'cancelPendingChange'>(await takeBack(scope.paymentContext, idempotentRequest('cancelPendingChange', scope, null)));

export const confirmSubscription: Handler<'confirmSubscription'> = async ({ body }, scope) =>
  toAnswer<'confirmSubscription'>(
    await confirmChange(scope.paymentContext, idempotentRequest('confirmSubscription', scope, body), body.payment_intent_id),
  );

export const listPlans: Handler<'listPlans'> = async (_, { db, organization, nowSeconds }) => {
  const {
    plan,
    contract,
    billingPartner,
    currentPeriodEnd,
    book: running,
  } = await findSubscription(db, organization.id, { withAddons: false });
  // If a plan change takes effect now, the new cycle uses the price book that is in force now.
  const inForce = await bookInForce(db, nowSeconds);
  const bookOf = (id: PlanId) => (id === plan ? running : inForce);
  const plans = PLAN_IDS.map((id) => {
    const direction = changeDirection(plan, id);
    const priceCents = (id === plan ? contract?.planPriceCents : undefined) ?? bookOf(id).plans[id].priceCents;
    const waits = direction !== undefined && waitsForCycleEnd(billingPartner ?? undefined, direction);
    return {
      id,
      name: planNames[id],
      price: priceCents === null ? null : dollarsFromCents(priceCents),
      is_current: id === plan,
      change_type: direction ?? ('none' as const),
      ...(waits ? { effective_at: unixSeconds(currentPeriodEnd) } : {}),
    };
  });
  return {
    data: {
      plans,
      words: PLAN_IDS.map((id) => planWordsView(bookOf(id), id)),
      rates: overageRates(bookOf('pro'), contract ?? undefined),
      compute: computeWords(bookOf('pro')),
    },
  };
};

export const previewSubscription: Handler<'previewSubscription'> = async ({ body }, scope) => {
  await requireFeature(scope.paymentContext, scope.organization.id, 'billing:all');
  if (body.proposal_id !== undefined && !scope.may(subscriptionsWrite)) throw new PlatformError('forbidden', planChangeTexts.noWrite);
  return { data: await previewChange(scope.paymentContext, requesterOf(scope), body) };
};

export const updateSubscription: Handler<'updateSubscription'> = async ({ body }, scope) => {
  const { paymentContext, organization } = scope;
  await requireFeature(paymentContext, organization.id, 'billing:all');
  return toAnswer<'updateSubscription'>(await change(paymentContext, { ...idempotentRequest('updateSubscription', scope, body), body }));
};
