import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlanId } from '#contract/types.ts';
import { fill } from '#lib/texts/fill.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import type { ChangeOutcome } from '#billing/shared/change-plan/change-outcome.ts';
import type { ChangeFacts } from '#billing/shared/change-plan/change-under-way.ts';
import type { UnmadeChange } from '#billing/shared/change-plan/UnmadeChangeNote.tsx';
import { useFinishChange } from '#billing/shared/change-plan/use-finish-change.ts';
import { useSendChange } from '#billing/shared/change-plan/use-send-change.ts';
import { refreshAfterSubscriptionChange } from '#billing/shared/refresh.ts';
import { useSlug } from '#billing/shared/use-organization.ts';
import type { DowngradeFacts } from './use-downgrade-facts.ts';

export interface Downgrade {
  readonly isBusy: boolean;
  /** True once the change is made or scheduled: what comes after can't undo it. */
  readonly isDone: boolean;
  readonly problem: UnmadeChange | null;
  /**
   * Makes the change, unless that is done. Resolves to whether it is.
   * @param exit the answers to the exit survey: where the change waits for a payment, they wait with it
   */
  readonly run: (exit: NonNullable<ChangeFacts['exit']>) => Promise<boolean>;
}

const tier = 'tier_free';
const waits = 'This change has something to pay, and its payment waits for you. Continue or cancel it in the section Subscription Plan.';

/** What is to be paid for the change and for its final invoice, in cents. */
export const dueOf = ({ charge }: DowngradeFacts): number => (charge?.totalCents ?? 0) + (charge?.usageSoFar?.dueCents ?? 0);

/** Moves the organization from a plan to Free. */
export function useDowngrade(from: PlanId, facts: DowngradeFacts): Downgrade {
  const slug = useSlug();
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [problem, setProblem] = useState<UnmadeChange | null>(null);
  const { send } = useSendChange(slug, (message) => fill(texts.downgradeFailed, { message }));
  const finish = useFinishChange(slug);

  const take = (outcome: ChangeOutcome, change: ChangeFacts): boolean => {
    switch (outcome.kind) {
      case 'done':
        setIsDone(true);
        finish({ ...change, tier, paidWith: null, intent: null });
        return true;
      case 'pending_payment':
      case 'processing':
        void refreshAfterSubscriptionChange(client, slug);
        setProblem({ kind: 'payment_waits', message: waits });
        return false;
      case 'price_changed':
        setProblem({ kind: 'sum_changed', wasCents: dueOf(facts) });
        return false;
      default:
        setProblem(outcome);
        return false;
    }
  };

  return {
    isBusy,
    isDone,
    problem,
    run: async (exit) => {
      if (isDone) return true;
      if (isBusy || facts.preview.kind !== 'ready') return false;
      setIsBusy(true);
      setProblem(null);
      const { preview, renew } = facts.preview;
      const change = { from, effectiveAt: facts.effectiveAt, restarts: facts.projects.restarting.length > 0, exit };
      const outcome = await send({ tier, ...(preview.quote ? { quote_id: preview.quote.id } : {}) }, dueOf(facts), change);
      if (outcome.kind === 'price_changed') await renew('changed');
      setIsBusy(false);
      return take(outcome, change);
    },
  };
}
