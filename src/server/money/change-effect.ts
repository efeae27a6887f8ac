import { moveChange, lockChange } from '#server/store/changes.ts';
import { applyChange } from './apply-change.ts';
import { nowOf } from './context.ts';
import type { Effect } from './effects.ts';

/** A change takes effect when its payment has succeeded, and is over when the payment is. */
export const changeEffect: Effect = async (tx, money, { changeId, state }, ending) => {
  if (changeId === null) return;
  const change = await lockChange(tx, changeId);
  if (change?.state !== 'open') return;
  if (state === 'succeeded') return applyChange(tx, change, nowOf(money), true);
  if (state === 'failed') return moveChange(tx, changeId, 'failed', nowOf(money));
  if (state === 'canceled') return moveChange(tx, changeId, ending, nowOf(money));
};
