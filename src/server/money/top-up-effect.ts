import { creditEntries } from '#server/store/ledger.ts';
import { postOnce } from '#server/store/ledger-effects.ts';
import { moveTopUp } from '#server/store/payments.ts';
import { nowOf } from './context.ts';
import type { Effect } from './effects.ts';

/** Credit is given for money that is there, once; processing is not success. */
export const topUpEffect: Effect = async (tx, money, { organizationId, topUpId, amountCents, state }) => {
  if (topUpId === null) return;
  if (state === 'failed' || state === 'canceled') return moveTopUp(tx, topUpId, state);
  if (state !== 'succeeded') return;
  await moveTopUp(tx, topUpId, 'credited');
  await postOnce(tx, {
    organizationId,
    businessKey: `top-up:${topUpId}`,
    description: 'Top-up',
    occurredAt: nowOf(money),
    entries: creditEntries('cash', amountCents),
  });
};
