import type { PaymentMethod, Shape } from '#contract/types.ts';
import { cardsOf, startSetup, deleteCard, makeDefault, sortCards } from '#server/payments/cards.ts';
import { requireOwnBilling } from '#server/payments/guards.ts';
import { inTryOrder, type MethodRow } from '#server/store/payment-methods.ts';
import type { Handler } from './handler.ts';
import { requesterOf } from './idempotent-request.ts';

export const listPaymentMethods: Handler<'listPaymentMethods'> = async (_, scope) => ({
  data: paymentMethodsView(await cardsOf(scope.paymentContext, requesterOf(scope))),
});

export const createSetupIntent: Handler<'createSetupIntent'> = async ({ body }, scope) => {
  await requireOwnBilling(scope.paymentContext, scope.organization.id, 'billing:payment_methods');
  return { data: { client_secret: await startSetup(scope.paymentContext, requesterOf(scope), body.hcaptchaToken) } };
};

const remove: Handler<'deletePaymentMethod'> & Handler<'deletePaymentMethodByPost'> = async ({ body }, scope) => {
  await requireOwnBilling(scope.paymentContext, scope.organization.id, 'billing:payment_methods');
  await deleteCard(scope.paymentContext, requesterOf(scope), body.card_id);
  return {};
};

export { remove as deletePaymentMethod, remove as deletePaymentMethodByPost };

export const setDefaultPaymentMethod: Handler<'setDefaultPaymentMethod'> = async ({ body }, scope) => {
  await requireOwnBilling(scope.paymentContext, scope.organization.id, 'billing:payment_methods');
  await makeDefault(scope.paymentContext, requesterOf(scope), body.payment_method_id);
  return {};
};

export const orderPaymentMethods: Handler<'orderPaymentMethods'> = async ({ body }, scope) => {
  await requireOwnBilling(scope.paymentContext, scope.organization.id, 'billing:payment_methods');
  await sortCards(scope.paymentContext, requesterOf(scope), body.payment_method_ids);
  return {};
};

function paymentMethodsView(rows: readonly MethodRow[]): Shape<'PaymentMethodList'> {
  return {
    data: inTryOrder(rows).map(methodView),
    defaultPaymentMethodId: rows.find(({ isDefault }) => isDefault)?.id ?? null,
  };
}

function methodView({ id, isDefault, brand, last4, expMonth, expYear }: MethodRow): PaymentMethod {
  const isCard = brand !== null && last4 !== null && expMonth !== null && expYear !== null;
  return {
    id,
    is_default: isDefault,
    ...(isCard ? { card: { brand, last4, exp_month: expMonth, exp_year: expYear } } : {}),
  };
}
