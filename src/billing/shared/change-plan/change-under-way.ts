import type { PlanId, Tier } from '#contract/types.ts';
import { keep, recall } from '#lib/kept.ts';

/** What a change is from, and what is to be told and done once it has gone through. */
export interface ChangeFacts {
  /** The plan that is left. */
  readonly from: PlanId;
  /** When it happens, in unix seconds, where that is not at once. */
  readonly effectiveAt: number | null;
  /** Whether projects restart with it. */
  readonly restarts?: boolean;
  /** What the exit survey was answered, to be sent once the plan is left. */
  readonly exit?: { readonly reason: string; readonly words: string };
}

/** A change that was asked for in this tab. */
export interface ChangeUnderWay extends ChangeFacts {
  readonly tier: Tier;
  /** The card that pays; null where none was chosen. */
  readonly paidWith: string | null;
  /** Id of the payment that it waits for; null while there is none. */
  readonly intent: string | null;
}

const place = (slug: string): string => `change:${slug}`;

/** The change of an organization that was asked for last, through reloads; null when all that were are told of. */
export function changeUnderWay(slug: string): ChangeUnderWay | null {
  // Only this file writes there.
  return recall(place(slug)) as ChangeUnderWay | null;
}

/** Keeps the change until it is told of, or until another is asked for. */
export function keepChange(slug: string, change: ChangeUnderWay): void {
  keep(place(slug), change);
}

/** The change was told of. */
export function forgetChange(slug: string): void {
  keep(place(slug), null);
}
