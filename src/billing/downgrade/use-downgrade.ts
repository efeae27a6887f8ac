import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import type { PlanId, Tier } from '#contract/types.ts';
import { fillText } from '#lib/texts/fill.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { changeUnderWay, type ChangeFacts } from '#billing/shared/change-plan/remembered-change.ts';
import { unmadeChange, type UnmadeChange } from '#billing/shared/change-plan/UnmadeChangeNote.tsx';
import { useFinishChange } from '#billing/shared/change-plan/use-finish-change.ts';
import { usePlanChange, type ChangeOrder } from '#billing/shared/change-plan/use-plan-change.ts';
import { refreshAfterSubscriptionChange } from '#billing/shared/data/refresh.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import type { DowngradeFacts } from './use-downgrade-facts.ts';

export interface Downgrade {
  readonly isBusy: boolean;
  /** True after the platform has made or scheduled the change. Later failures do not undo the change. */
  readonly isDone: boolean;
  readonly problem: UnmadeChange | null;
  readonly captchaElement: ReactNode;
  /** Resolves to true if the change is made. @param exit answers of the exit survey; sent later if a payment is pending */
  readonly run: (exit: NonNullable<ChangeFacts['exit']>) => Promise<boolean>;
}

const tier: Tier = 'tier_free';
const otherChange = 'An earlier change went through first. Check your plan, then confirm again.';
const waits = 'This change needs a payment before it can take effect. Continue or cancel it under Subscription Plan.';

/** Amount due for the change and its final invoice, in cents. */
export const dueOf = ({ charge }: DowngradeFacts): number => (charge?.totalCents ?? 0) + (charge?.usageSoFar?.dueCents ?? 0);

export function useDowngrade(from: PlanId, facts: DowngradeFacts): Downgrade {
  const slug = useSlug();
  const client = useQueryClient();
  const [madeTier, setMadeTier] = useState<Tier | null>(null);
  const lastMade = useRef<Tier | null>(null);
  const [agreedCents, setAgreedCents] = useState(0);
  const finish = useFinishChange(slug);
  const change = usePlanChange({
    slug,
    failure: (message) => fillText(texts.downgradeFailed, { message }),
    isPaidHere: false,
    onRest: async ({ kind, error }) => {
      const change = changeUnderWay(slug);
      if (kind === 'succeeded' && change) {
        lastMade.current = change.tier;
        setMadeTier(change.tier);
        finish(change);
      }
      if (kind === 'leftOpen') void refreshAfterSubscriptionChange(client, slug);
      if (error?.code === 'quote_changed' && facts.preview.kind === 'ready') await facts.preview.renew('changed');
    },
  });
  const { attempt, isBusy } = change;
  const isDone = madeTier === tier;
  // True if the platform applied another plan. The reason is an earlier unanswered request for that plan: a button press repeats it first.
  const isOther = madeTier !== null && !isDone;

  return {
    isBusy,
    isDone,
    problem: isOther ? { kind: 'refused', message: otherChange, error: null } : unmadeChange(attempt, agreedCents, waits),
    captchaElement: change.captchaElement,
    run: async (exit) => {
      if (isDone) return true;
      if (isBusy || facts.preview.kind !== 'ready') return false;
      const totalCents = dueOf(facts);
      setAgreedCents(totalCents);
      const { quote } = facts.preview.preview;
      const order: ChangeOrder = { tier, ...(quote ? { quote_id: quote.id } : {}) };
      const restarts = facts.projects.restarting.length > 0;
      setMadeTier(null);
      const shown = { dueCents: totalCents, creditCents: facts.charge?.creditBackCents ?? 0 };
      const { kind } = await change.submit({ order, totalCents, facts: { from, shown, effectiveAt: facts.effectiveAt, restarts, exit } });
      return kind === 'succeeded' && lastMade.current === tier;
    },
  };
}
