import { useSyncExternalStore } from 'react';
import type { PlanId } from '#contract/types.ts';
import type { ChangeFacts } from './remembered-change.ts';

/** Survey work left after a change. */
interface FollowUp {
  readonly slug: string;
  readonly upgrade: { readonly from: PlanId; readonly to: PlanId } | null;
  /** Exit survey answers held back until a payment finished. */
  readonly exit: ChangeFacts['exit'] | null;
}

let last: FollowUp | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Records a change that went through, in any part of the page; null when nothing is left to do. */
export function recordFinishedChange(next: FollowUp | null): void {
  last = next;
  for (const listener of listeners) listener();
}

/** Remaining survey work of the organization's last change. */
export const useFollowUp = (slug: string): FollowUp | null =>
  useSyncExternalStore(
    subscribe,
    () => (last?.slug === slug ? last : null),
    () => null,
  );
