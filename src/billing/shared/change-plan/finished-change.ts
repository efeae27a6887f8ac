import { useSyncExternalStore } from 'react';
import type { PlanId } from '#contract/types.ts';
import type { ChangeFacts } from './remembered-change.ts';

/** Survey that follows a change: the upgrade survey, or exit answers to send. */
interface FollowUp {
  readonly slug: string;
  readonly upgrade: { readonly from: PlanId; readonly to: PlanId } | null;
  /** Answers of the exit survey, held back until the payment succeeded. */
  readonly exit: ChangeFacts['exit'] | null;
}

let last: FollowUp | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Null removes the survey. */
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
