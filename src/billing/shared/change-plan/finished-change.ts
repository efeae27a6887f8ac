import { useSyncExternalStore } from 'react';
import type { PlanId } from '#contract/types.ts';
import type { ChangeFacts } from './remembered-change.ts';

/** Survey to show or send after a plan change: `upgrade` for the upgrade survey, `exit` for the exit survey. */
interface FollowUp {
  readonly slug: string;
  readonly upgrade: { readonly from: PlanId; readonly to: PlanId } | null;
  /** Answers of the exit survey, which are sent after the payment has succeeded. */
  readonly exit: ChangeFacts['exit'] | null;
}

let last: FollowUp | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Null removes the stored survey. */
export function recordFinishedChange(next: FollowUp | null): void {
  last = next;
  for (const listener of listeners) listener();
}

export const useFollowUp = (slug: string): FollowUp | null =>
  useSyncExternalStore(
    subscribe,
    () => (last?.slug === slug ? last : null),
    () => null,
  );
