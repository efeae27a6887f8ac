import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Subscription } from '#contract/types.ts';
import { costControlTexts as texts } from '#lib/texts/cost-control.ts';
import { fill } from '#lib/texts/fill.ts';
import type { UnmadeChange } from '#billing/shared/change-plan/UnmadeChangeNote.tsx';
import { useFinishChange } from '#billing/shared/change-plan/use-finish-change.ts';
import { usePreview, type PreviewState } from '#billing/shared/change-plan/use-preview.ts';
import { useSendChange } from '#billing/shared/change-plan/use-send-change.ts';
import { refreshAfterSubscriptionChange } from '#billing/shared/refresh.ts';
import { useSlug } from '#billing/shared/use-organization.ts';
import { capCost, tierOfSetting, type CapCost, type CapSetting } from './cap-cost.ts';
import { useSpendCapAbility } from './use-spend-cap-ability.ts';

export interface SpendCapChange {
  readonly current: CapSetting;
  readonly setting: CapSetting;
  readonly choose: (setting: CapSetting) => void;
  /** Why the cap can't be changed at all; undefined when it can. */
  readonly whyFixed: string | undefined;
  /** What the chosen setting costs; null while it is the current one. */
  readonly preview: PreviewState | null;
  readonly cost: CapCost | null;
  readonly isBusy: boolean;
  readonly problem: UnmadeChange | null;
  readonly confirm: () => Promise<void>;
}

const waits = 'The payment of this change waits for you. Continue or cancel it in the section Subscription Plan.';

const dueOf = (cost: CapCost | null): number => cost?.bill?.dueCents ?? 0;

/** The choice of a spend cap for as long as its panel is open, and making it so. */
export function useSpendCapChange(subscription: Subscription, onDone: () => void, onBusy: (isBusy: boolean) => void): SpendCapChange {
  const slug = useSlug();
  const client = useQueryClient();
  const whyFixed = useSpendCapAbility();
  const current: CapSetting = subscription.usage_billing_enabled ? 'off' : 'on';
  const [setting, setSetting] = useState(current);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<UnmadeChange | null>(null);
  const isChange = setting !== current && whyFixed === undefined;
  const tier = tierOfSetting(setting);
  const wanted = usePreview(slug, tier, isChange);
  const preview = isChange ? wanted : null;
  const cost = preview?.kind === 'ready' ? capCost(setting, preview.preview.usage_so_far, subscription) : null;
  const { send } = useSendChange(slug, (message) => fill(texts.failed, { message }));
  const finish = useFinishChange(slug);

  const setBusy = (next: boolean) => {
    setIsBusy(next);
    onBusy(next);
  };
  const confirm = async () => {
    if (preview?.kind !== 'ready' || isBusy) return;
    setBusy(true);
    setProblem(null);
    const { quote } = preview.preview;
    const change = { from: subscription.plan.id, effectiveAt: null };
    const outcome = await send({ tier, ...(quote ? { quote_id: quote.id } : {}) }, dueOf(cost), change);
    if (outcome.kind === 'price_changed') await preview.renew('changed');
    setBusy(false);
    switch (outcome.kind) {
      case 'done':
        finish({ ...change, tier, paidWith: null, intent: null });
        return onDone();
      case 'pending_payment':
      case 'processing':
        void refreshAfterSubscriptionChange(client, slug);
        return setProblem({ kind: 'payment_waits', message: waits });
      case 'price_changed':
        return setProblem({ kind: 'sum_changed', wasCents: dueOf(cost) });
      default:
        return setProblem(outcome);
    }
  };
  const choose = (next: CapSetting) => {
    setSetting(next);
    setProblem(null);
  };
  return { current, setting, choose, whyFixed, preview, cost, isBusy, problem, confirm };
}
