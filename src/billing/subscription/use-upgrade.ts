import type { RefObject } from 'react';
import type { PlanId, Tier } from '#contract/types.ts';
import { fillText } from '#lib/texts/fill.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { changeProblem } from '#billing/shared/change-plan/change-problem.ts';
import { changeUnderWay, type ChangeUnderWay } from '#billing/shared/change-plan/remembered-change.ts';
import { queueSurvey } from '#billing/shared/change-plan/use-finish-change.ts';
import { usePlanChange, type ChangeOrder } from '#billing/shared/change-plan/use-plan-change.ts';
import type { PreviewState } from '#billing/shared/change-plan/use-preview.ts';
import type { PaymentAttempt } from '#billing/shared/payment/attempt-types.ts';
import type { CardHandle } from '#billing/shared/payment/card-answer.ts';

export interface UpgradeOptions {
  readonly slug: string;
  readonly from: PlanId;
  readonly tier: Tier;
  readonly effectiveAt: number | null;
  readonly preview: PreviewState;
  readonly totalCents: number;
  readonly creditCents: number;
  /** Handle of the card choice; null if no card is charged. */
  readonly card: RefObject<CardHandle | null> | null;
  readonly finish: (change: ChangeUnderWay) => void;
  readonly onChanged: () => void;
}

/** The form keeps its input until the outcome is known. */
export function useUpgrade({ slug, from, tier, effectiveAt, preview, totalCents, creditCents, card, finish, onChanged }: UpgradeOptions) {
  /** Returns the last requested change. It can come from another dialog, whose attempt got no response. */
  const currentChange = (): ChangeUnderWay => changeUnderWay(slug) ?? { from, tier, effectiveAt, paidWith: null, intent: null };

  const follow = async (attempt: PaymentAttempt): Promise<boolean> => {
    if (attempt.kind === 'succeeded') {
      const change = currentChange();
      finish(change);
      onChanged();
      queueSurvey(slug, change);
      return false;
    }
    const problem = changeProblem(attempt);
    switch (problem?.kind) {
      case 'price_changed':
      case 'declined':
      case 'not_confirmed':
        // A quote can be used only once, so the next attempt needs a new quote. The member sees the new price first.
        if (preview.kind === 'ready') await preview.renew('changed');
        return false;
      case 'refused':
        return card?.current?.refuse(problem.error?.fields ?? []) ?? false;
      default:
        return false;
    }
  };
  const failure = (message: string) => fillText(texts.updateFailed, { message });
  const change = usePlanChange({ slug, failure, isPaidHere: true, onRest: follow });
  const confirm = async () => {
    if (preview.kind !== 'ready') return;
    const { quote } = preview.preview;
    const order: ChangeOrder = { tier, ...(quote ? { quote_id: quote.id } : {}) };
    await change.submit({ order, totalCents, facts: { from, effectiveAt, shown: { dueCents: totalCents, creditCents } } }, card?.current);
  };

  return { ...change, confirm };
}
