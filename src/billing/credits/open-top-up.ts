import { useSyncExternalStore } from 'react';
import { openAttempt } from '#lib/attempts.ts';

/** Where top-ups keep their attempt. */
export const topUpAction = 'top-up';

/** Where the attempt of a top-up is kept that the bank takes its time for: another may be begun meanwhile. */
export const processedAction = 'top-up-processed';

const never = () => () => undefined;

/**
 * What is open of a top-up that was sent from this tab: its outcome is unknown, or it waits for the bank's challenge. Null on the
 * server, and while hydrating.
 */
export function useOpenTopUp(slug: string, action = topUpAction): 'unknown' | 'waiting' | null {
  return useSyncExternalStore(
    never,
    () => {
      const open = openAttempt(slug, action);
      return open?.sent == null ? null : open.isWaiting ? 'waiting' : 'unknown';
    },
    () => null,
  );
}
