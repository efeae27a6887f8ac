import { useSyncExternalStore } from 'react';
import { loadRequest, paymentActions } from '#lib/browser/payment-attempts.ts';

export const topUpAction = paymentActions.topUp;

const never = () => () => undefined;

/** `waiting`: the bank's challenge is open. `unknown`: no response arrived. Null if no top-up is open, and during hydration. */
export function useOpenTopUp(slug: string): 'unknown' | 'waiting' | null {
  return useSyncExternalStore(
    never,
    () => {
      const open = loadRequest(slug, topUpAction);
      return open?.sent == null ? null : open.isWaiting ? 'waiting' : 'unknown';
    },
    () => null,
  );
}
