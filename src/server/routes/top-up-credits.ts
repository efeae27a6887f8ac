import { requireOwnBilling } from '#server/money/availability.ts';
import { topUp } from '#server/money/top-up.ts';
import { asked, given } from './asked.ts';
import type { Handler } from './handler.ts';

export const topUpCredits: Handler<'topUpCredits'> = async ({ body }, scope) => {
  const { money, organization, member } = scope;
  await requireOwnBilling(money, organization.id, 'billing:credits');
  return given<'topUpCredits'>(await topUp(money, { ...asked('topUpCredits', scope, body), memberId: member.id, body }));
};
