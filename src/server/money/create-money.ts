import type { Money } from './context.ts';
import { createWorker, type Worker } from './worker.ts';

/** The money side of a platform, from its parts. Any number of them may work on one database. */
export function createMoney(parts: Omit<Money, 'wake'>): { readonly money: Money; readonly worker: Worker } {
  const worker = createWorker(() => money);
  const money: Money = { ...parts, wake: worker.wake };
  return { money, worker };
}
