import { requireFeature } from '#server/money/availability.ts';
import { updateSubscription as change } from '#server/money/update-subscription.ts';
import { asked, given } from './asked.ts';
import type { Handler } from './handler.ts';

export const updateSubscription: Handler<'updateSubscription'> = async ({ body }, scope) => {
  const { money, organization, member } = scope;
  await requireFeature(money, organization.id, 'billing:all');
  return given<'updateSubscription'>(await change(money, { ...asked('updateSubscription', scope, body), memberId: member.id, body }));
};
