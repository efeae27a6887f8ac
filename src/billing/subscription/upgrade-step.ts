import type { ChangeProblem } from '#billing/shared/change-plan/change-outcome.ts';

/** How a dialog stands that changes the plan. */
export type UpgradeStep =
  | { readonly kind: 'open'; readonly problem: ChangeProblem | null }
  /** `onItsWay` is what is told of a payment that is looked at again; null while anything else is under way. */
  | { readonly kind: 'busy'; readonly message: string; readonly onItsWay: string | null }
  /** The payment goes on by itself; nothing can be done but look again. */
  | { readonly kind: 'processing'; readonly message: string; readonly secret: string };

/** What is told of a payment that goes on by itself, also while it is looked at again. */
export function onItsWay(step: UpgradeStep): string | null {
  if (step.kind === 'processing') return step.message;
  return step.kind === 'busy' ? step.onItsWay : null;
}

/** The step that begins something. */
export const busy =
  (message: string) =>
  (current: UpgradeStep): UpgradeStep => ({ kind: 'busy', message, onItsWay: onItsWay(current) });
