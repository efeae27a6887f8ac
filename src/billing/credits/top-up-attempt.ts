import { useSyncExternalStore } from 'react';
import { loadRequest, paymentActions } from '#lib/browser/payment-attempts.ts';

/** Where top-ups keep their request. */
export const topUpAction = paymentActions.topUp;

const never = () => () => undefined;

/**
 * What is open of a top-up that was sent from this tab: its outcome is unknown, or it waits for the bank's challenge. Null on the
 * server, and while hydrating.
 */
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
