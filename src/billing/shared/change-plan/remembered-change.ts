import type { PlanId, Shape, Tier } from '#contract/types.ts';
import { loadValue, saveValue } from '#lib/browser/tab-storage.ts';

/** What a change is from, and what is to be told and done once it has gone through. */
export interface ChangeFacts {
  /** The plan that is left. */
  readonly from: PlanId;
  /** When it happens, in unix seconds, where that is not at once. */
  readonly effectiveAt: number | null;
  /** What the dialog said is due now and becomes credit, in cents. */
  readonly shown?: { readonly dueCents: number; readonly creditCents: number };
  /** Whether projects restart with it. */
  readonly restarts?: boolean;
  /** What the exit survey was answered, to be sent once the plan is left. */
  readonly exit?: { readonly reason: string; readonly words: string };
}

/** What a change came to, as the platform applied it. */
export type ChangeAmounts = NonNullable<Shape<'SubscriptionUpdated'>['amounts']>;

/** A change that was asked for in this tab. */
export interface ChangeUnderWay extends ChangeFacts {
  readonly tier: Tier;
  /** The card that pays; null where none was chosen. */
  readonly paidWith: string | null;
  /** Id of the payment that it waits for; null while there is none. */
  readonly intent: string | null;
  readonly amounts?: ChangeAmounts;
}

const place = (slug: string): string => `change:${slug}`;

/** The organization's last requested change, which survives reloads; null once its result is announced. */
export function changeUnderWay(slug: string): ChangeUnderWay | null {
  // Only this file writes there.
  return loadValue(place(slug)) as ChangeUnderWay | null;
}

/** Saves the change until its result is announced or another change is requested. */
export function keepChange(slug: string, change: ChangeUnderWay): void {
  saveValue(place(slug), change);
}

/** The change was told of. */
export function forgetChange(slug: string): void {
  saveValue(place(slug), null);
}
