import { cancelPendingChange as takeBack } from '#server/money/confirm.ts';
import { asked, given } from './asked.ts';
import type { Handler } from './handler.ts';

export const cancelPendingChange: Handler<'cancelPendingChange'> = async (_, scope) =>
  given<'cancelPendingChange'>(await takeBack(scope.money, asked('cancelPendingChange', scope, null)));
