import { useState } from 'react';
import { fill } from '#lib/texts/fill.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { formatDate } from '#lib/dates/format.ts';
import { toast, toastDurations, type ToastContent } from '#ui/Toast/toast.ts';
import type { ChangeOutcome } from '#billing/shared/change-plan/change-outcome.ts';
import type { UnmadeChange } from '#billing/shared/change-plan/UnmadeChangeNote.tsx';
import { useAfterChange } from '#billing/shared/change-plan/use-after-change.ts';
import { useSendChange } from '#billing/shared/change-plan/use-send-change.ts';
import { useSlug } from '#billing/shared/use-organization.ts';
import type { DowngradeFacts } from './use-downgrade-facts.ts';

export interface Downgrade {
  readonly isBusy: boolean;
  /** True once the change is made or scheduled: what comes after can't undo it. */
  readonly isDone: boolean;
  readonly problem: UnmadeChange | null;
  /** Makes the change, unless that is done. Resolves to whether it is. */
  readonly run: () => Promise<boolean>;
}

const waits = 'This change has something to pay, and its payment waits for you. Continue or cancel it in the section Subscription Plan.';

/** What is to be paid for the change and for its final invoice, in cents. */
export const dueOf = ({ charge }: DowngradeFacts): number => (charge?.totalCents ?? 0) + (charge?.usageSoFar?.dueCents ?? 0);

/** Moves the organization to Free. */
export function useDowngrade(facts: DowngradeFacts): Downgrade {
  const slug = useSlug();
  const [isBusy, setIsBusy] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [problem, setProblem] = useState<UnmadeChange | null>(null);
  const { send } = useSendChange(slug, (message) => fill(texts.downgradeFailed, { message }));
  const afterChange = useAfterChange(slug);

  const take = (outcome: ChangeOutcome): boolean => {
    switch (outcome.kind) {
      case 'done':
        setIsDone(true);
        toast(doneToast(facts));
        void afterChange(null);
        return true;
      case 'pending_payment':
      case 'processing':
        void afterChange(null);
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
    run: async () => {
      if (isDone) return true;
      if (isBusy || facts.preview.kind !== 'ready') return false;
      setIsBusy(true);
      setProblem(null);
      const { preview, renew } = facts.preview;
      const outcome = await send({ tier: 'tier_free', ...(preview.quote ? { quote_id: preview.quote.id } : {}) }, dueOf(facts));
      if (outcome.kind === 'price_changed') await renew('changed');
      setIsBusy(false);
      return take(outcome);
    },
  };
}

/** What is said once the change is made or scheduled: for longer where projects restart (specification, section 4). */
export function doneToast({ effectiveAt, projects }: Pick<DowngradeFacts, 'effectiveAt' | 'projects'>): ToastContent {
  const { short, medium } = toastDurations;
  return effectiveAt === null
    ? { message: texts.downgradedToFree, severity: 'success', durationMs: projects.restarting.length > 0 ? medium : short }
    : { message: `Changes to the Free Plan on ${formatDate(effectiveAt)}`, severity: 'success', durationMs: short };
}
