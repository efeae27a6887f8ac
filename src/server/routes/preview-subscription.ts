import { preview } from '#server/money/preview.ts';
import { requireFeature } from '#server/money/availability.ts';
import type { Handler } from './handler.ts';

export const previewSubscription: Handler<'previewSubscription'> = async ({ body }, { money, organization }) => {
  await requireFeature(money, organization.id, 'billing:all');
  return { data: await preview(money, organization.id, body) };
};
