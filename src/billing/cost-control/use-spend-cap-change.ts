import { useForm, useSelector } from '@tanstack/react-form';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { z } from 'zod/mini';
import type { Subscription } from '#contract/types.ts';
import { costControlTexts as texts } from '#lib/texts/cost-control.ts';
import { fillText } from '#lib/texts/fill.ts';
import { changeUnderWay } from '#billing/shared/change-plan/remembered-change.ts';
import { unmadeChange, type UnmadeChange } from '#billing/shared/change-plan/UnmadeChangeNote.tsx';
import { useFinishChange } from '#billing/shared/change-plan/use-finish-change.ts';
import { usePreview, type PreviewState } from '#billing/shared/change-plan/use-preview.ts';
import { usePlanChange, type ChangeOrder } from '#billing/shared/change-plan/use-plan-change.ts';
import type { PaymentAttempt } from '#billing/shared/payment/attempt-types.ts';
import { refreshAfterSubscriptionChange } from '#billing/shared/data/refresh.ts';
import { proposedTierOf } from '#billing/shared/page/proposed-act.ts';
import { useSearchPart } from '#billing/shared/page/use-panel.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { capCost, capSettings, tierOfSetting, type CapCost, type CapSetting } from './cap-cost.ts';
import { useSpendCapAbility } from './use-spend-cap-ability.ts';

export interface SpendCapChange {
  readonly current: CapSetting;
  readonly setting: CapSetting;
  readonly choose: (setting: CapSetting) => void;
  readonly whyFixed: string | undefined;
  /** Price preview of the chosen setting; null if the current setting is chosen. */
  readonly preview: PreviewState | null;
  readonly cost: CapCost | null;
  readonly isBusy: boolean;
  readonly problem: UnmadeChange | null;
  readonly captchaElement: ReactNode;
  readonly confirm: () => Promise<void>;
}

export const unchangedCap = (current: CapSetting): string => `The spend cap is ${current} already. Choose the other option first.`;

export const capSchema = (current: CapSetting) =>
  z.object({ setting: z.enum(capSettings).check(z.refine((setting) => setting !== current, unchangedCap(current))) });

const waits = 'This change needs a payment. Continue or cancel it under Subscription Plan.';

const dueOf = (cost: CapCost | null): number => cost?.bill?.dueCents ?? 0;

export function useSpendCapChange(subscription: Subscription, onDone: () => void, onBusy: (isBusy: boolean) => void): SpendCapChange {
  const slug = useSlug();
  const client = useQueryClient();
  const whyFixed = useSpendCapAbility();
  const current: CapSetting = subscription.usage_billing_enabled ? 'off' : 'on';
  const proposedTier = useSearchPart(proposedTierOf);
  const proposed = capSettings.find((each) => tierOfSetting(each) === proposedTier) ?? current;
  const form = useForm({ defaultValues: { setting: proposed }, validators: { onSubmit: capSchema(current) }, onSubmit: () => confirm() });
  const setting = useSelector(form.store, ({ values }) => values.setting);
  const [agreedCents, setAgreedCents] = useState(0);
  const isChange = setting !== current && whyFixed === undefined;
  const tier = tierOfSetting(setting);
  const wanted = usePreview(slug, tier, isChange);
  const preview = isChange ? wanted : null;
  const cost = preview?.kind === 'ready' ? capCost(setting, preview.preview.usage_so_far, subscription) : null;
  const finish = useFinishChange(slug);
  const changeBase = { from: subscription.plan.id, effectiveAt: null };

  const follow = async (attempt: PaymentAttempt): Promise<void> => {
    if (attempt.kind === 'succeeded') {
      finish(changeUnderWay(slug) ?? { ...changeBase, tier, paidWith: null, intent: null });
      onDone();
    }
    if (attempt.kind === 'leftOpen') void refreshAfterSubscriptionChange(client, slug);
    if (attempt.error?.code === 'quote_changed' && preview?.kind === 'ready') await preview.renew('changed');
    onBusy(false);
  };
  const change = usePlanChange({ slug, failure: (message) => fillText(texts.failed, { message }), isPaidHere: false, onRest: follow });
  const { attempt, isBusy } = change;
  const confirm = async () => {
    if (preview?.kind !== 'ready') return;
    onBusy(true);
    setAgreedCents(dueOf(cost));
    const { quote } = preview.preview;
    const order: ChangeOrder = { tier, ...(quote ? { quote_id: quote.id } : {}) };
    await change.submit({ order, totalCents: dueOf(cost), facts: { ...changeBase, shown: { dueCents: dueOf(cost), creditCents: 0 } } });
  };
  const choose = (next: CapSetting) => {
    form.setFieldValue('setting', next);
    change.dismiss();
  };
  const problem = unmadeChange(attempt, agreedCents, waits);
  return {
    current,
    setting,
    choose,
    whyFixed,
    preview,
    cost,
    isBusy,
    problem,
    captchaElement: change.captchaElement,
    confirm: async () => {
      if (!isBusy) await form.handleSubmit();
    },
  };
}
