import { useSyncExternalStore } from 'react';
import { openAttempt } from '#lib/attempts.ts';

/** Where top-ups keep their attempt. */
export const topUpAction = 'top-up';

const never = () => () => undefined;

/** Whether a top-up was sent from this tab and its outcome is not known. False on the server, and while hydrating. */
export function useOpenTopUp(slug: string): boolean {
  return useSyncExternalStore(
    never,
    () => openAttempt(slug, topUpAction)?.sent != null,
    () => false,
  );
}
