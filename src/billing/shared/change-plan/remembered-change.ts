import type { PlanId, Shape, Tier } from '#contract/types.ts';
import { loadValue, saveValue } from '#lib/browser/tab-storage.ts';

export interface ChangeFacts {
  readonly from: PlanId;
  readonly effectiveAt: number | null;
  /** Amount due now and credit that the dialog showed, in cents. */
  readonly shown?: { readonly dueCents: number; readonly creditCents: number };
  readonly restarts?: boolean;
  readonly exit?: { readonly reason: string; readonly words: string };
}

export type ChangeAmounts = NonNullable<Shape<'SubscriptionUpdated'>['amounts']>;

export interface ChangeUnderWay extends ChangeFacts {
  readonly tier: Tier;
  /** Id of the chosen card; null if no card was chosen. */
  readonly paidWith: string | null;
  /** Id of the pending payment; null if no payment is pending. */
  readonly intent: string | null;
  readonly amounts?: ChangeAmounts;
}

/** Storage name of the request that confirms a paid change. */
export const confirmAction = 'confirm-subscription';

const place = (slug: string): string => `change:${slug}`;

/** Returns the last change that this browser tab requested. Reloads keep the change. Null after its result was announced. */
export function changeUnderWay(slug: string): ChangeUnderWay | null {
  // The type is certain, because only this file writes this value.
  return loadValue(place(slug)) as ChangeUnderWay | null;
}

export function keepChange(slug: string, change: ChangeUnderWay): void {
  saveValue(place(slug), change);
}

export function forgetChange(slug: string): void {
  saveValue(place(slug), null);
}
