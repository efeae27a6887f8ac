import { cardsOf } from '#server/money/cards.ts';
import type { Handler } from './handler.ts';
import { paymentMethodsView } from './views/payment-methods.ts';

export const listPaymentMethods: Handler<'listPaymentMethods'> = async (_, { money, organization }) => ({
  data: paymentMethodsView(await cardsOf(money, organization.id)),
});
