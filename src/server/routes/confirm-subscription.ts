import { confirmChange } from '#server/money/confirm.ts';
import { asked, given } from './asked.ts';
import type { Handler } from './handler.ts';

export const confirmSubscription: Handler<'confirmSubscription'> = async ({ body }, scope) =>
  given<'confirmSubscription'>(await confirmChange(scope.money, asked('confirmSubscription', scope, body), body.payment_intent_id));
