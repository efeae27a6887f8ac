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

/** Stores the survey of a change that succeeded anywhere on the page; null removes it. */
export function recordFinishedChange(next: FollowUp | null): void {
  last = next;
  for (const listener of listeners) listener();
}

/** Survey that follows the organization's last change; null if there is none. */
export const useFollowUp = (slug: string): FollowUp | null =>
  useSyncExternalStore(
    subscribe,
    () => (last?.slug === slug ? last : null),
    () => null,
  );
