import { requireOwnBilling } from '#server/money/availability.ts';
import { makeDefault } from '#server/money/cards.ts';
import type { Handler } from './handler.ts';

export const setDefaultPaymentMethod: Handler<'setDefaultPaymentMethod'> = async ({ body }, { money, organization }) => {
  await requireOwnBilling(money, organization.id, 'billing:payment_methods');
  await makeDefault(money, organization.id, body.payment_method_id);
  return {};
};
