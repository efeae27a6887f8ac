import { useSyncExternalStore } from 'react';
import type { CallInput } from '#contract/types.ts';
import { loadValue, saveValue } from '#lib/browser/tab-storage.ts';

export type TopUpEnd = { readonly kind: 'paid' } | { readonly kind: 'refused'; readonly message: string };

/** All tabs of the browser share this record until the outcome is known. */
export interface ProcessedTopUp {
  readonly slug: string;
  readonly key: string;
  readonly sent: CallInput<'topUpCredits'>;
  readonly ended?: TopUpEnd;
}

export const processedPlace = 'processed-top-ups';

const browser = () => localStorage;
const listeners = new Set<() => void>();

export const processedTopUps = (): readonly ProcessedTopUp[] => listOf(loadValue(processedPlace, browser));

export const listOf = (value: unknown): readonly ProcessedTopUp[] => (Array.isArray(value) ? (value as ProcessedTopUp[]) : []);

export function saveProcessed(topUp: ProcessedTopUp): void {
  save([...processedTopUps().filter(({ key }) => key !== topUp.key), topUp]);
}

export function forgetProcessed(ended: string): void {
  save(processedTopUps().filter(({ key }) => key !== ended));
}

function save(list: readonly ProcessedTopUp[]): void {
  saveValue(processedPlace, list.length > 0 ? list : null, browser);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

const dollarsOf = (slug: string): number =>
  processedTopUps().reduce((sum, topUp) => (topUp.slug === slug ? sum + topUp.sent.body.amount : sum), 0);

/** Returns the dollars of top-ups that the bank is processing; 0 on the server and during hydration. */
export function useProcessedDollars(slug: string): number {
  return useSyncExternalStore(
    subscribe,
    () => dollarsOf(slug),
    () => 0,
  );
}
