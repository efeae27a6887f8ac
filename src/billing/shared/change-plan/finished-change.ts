import { useSyncExternalStore } from 'react';
import type { PlanId } from '#contract/types.ts';
import type { ChangeFacts } from './remembered-change.ts';

/** What is still to be asked or sent for a change that went through. */
interface FollowUp {
  readonly slug: string;
  /** The plans of an upgrade, whose member is asked what led to it. */
  readonly upgrade: { readonly from: PlanId; readonly to: PlanId } | null;
  /** The answers of who left for Free and had to wait for a payment. */
  readonly exit: ChangeFacts['exit'] | null;
}

let last: FollowUp | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells the page of a change that went through, in whatever part of it that was; null once nothing is left to do. */
export function recordFinishedChange(next: FollowUp | null): void {
  last = next;
  for (const listener of listeners) listener();
}

/** What is left to do for the change of the organization that went through last. */
export const useFollowUp = (slug: string): FollowUp | null =>
  useSyncExternalStore(
    subscribe,
    () => (last?.slug === slug ? last : null),
    () => null,
  );
