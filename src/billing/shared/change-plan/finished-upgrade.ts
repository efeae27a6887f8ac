import { useSyncExternalStore } from 'react';
import type { PlanId } from '#contract/types.ts';

/** A change of plan that went through. */
interface PlanChanged {
  readonly from: PlanId;
  readonly to: PlanId;
  readonly direction: 'upgrade' | 'downgrade';
}

let finished: PlanChanged | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells the page of a change that went through, in whatever part of it that was; null once it was asked about. */
export function noteFinished(change: PlanChanged | null): void {
  finished = change?.direction === 'upgrade' ? change : null;
  for (const listener of listeners) listener();
}

/** The upgrade that went through last, until its member was asked what led to it. */
export const useFinishedUpgrade = (): PlanChanged | null =>
  useSyncExternalStore(
    subscribe,
    () => finished,
    () => null,
  );
