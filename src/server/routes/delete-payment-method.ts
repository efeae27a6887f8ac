import { requireOwnBilling } from '#server/money/availability.ts';
import { deleteCard } from '#server/money/cards.ts';
import type { Handler } from './handler.ts';

const remove: Handler<'deletePaymentMethod'> & Handler<'deletePaymentMethodByPost'> = async ({ body }, { money, organization }) => {
  await requireOwnBilling(money, organization.id, 'billing:payment_methods');
  await deleteCard(money, organization.id, body.card_id);
  return {};
};

export { remove as deletePaymentMethod, remove as deletePaymentMethodByPost };
