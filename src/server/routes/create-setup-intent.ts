import { requireOwnBilling } from '#server/money/availability.ts';
import { startSetup } from '#server/money/cards.ts';
import type { Handler } from './handler.ts';

export const createSetupIntent: Handler<'createSetupIntent'> = async ({ body }, { money, organization }) => {
  await requireOwnBilling(money, organization.id, 'billing:payment_methods');
  return { data: { client_secret: await startSetup(money, organization.id, body.hcaptchaToken) } };
};
