import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import type { Subscription } from '#contract/types.ts';
import { fillText } from '#lib/texts/fill.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { tierOf } from '#billing/shared/change-plan/plan-tiers.ts';
import { changeUnderWay, type ChangeUnderWay } from '#billing/shared/change-plan/remembered-change.ts';
import { queueSurvey, showChange, useAfterChange, useFinishChange } from '#billing/shared/change-plan/use-finish-change.ts';
import { intentOf, usePlanChange } from '#billing/shared/change-plan/use-plan-change.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { usePanelSwitch } from '#billing/shared/page/use-panel.ts';
import { isCard, type CardAnswer, type CardHandle } from '#billing/shared/payment/card-answer.ts';
import { idleAttempt } from '#billing/shared/payment/payment-attempt.ts';
import { useResumeAfterReload } from './use-resume-after-reload.ts';

interface ResumeOptions {
  readonly secret: string;
  readonly isProcessing: boolean;
  readonly card: RefObject<CardHandle | null>;
  readonly onDone: () => void;
}

/**
 * If this tab did not start the change, uses the platform's pending change. If there is none, compares the subscriptions before and after
 * the payment.
 */
export function useResume({ secret, isProcessing, card, onDone }: ResumeOptions) {
  const slug = useSlug();
  const client = useQueryClient();
  const after = useAfterChange(slug);
  const finishAsked = useFinishChange(slug);
  const panel = usePanelSwitch();
  /** True once another card is needed. The value stays true, so that typed card data is kept. */
  const [needsCard, setNeedsCard] = useState(false);
  const reading = { params: { slug } };
  const subscriptionNow = () => client.getQueryData<Subscription>(readKey('getSubscription', reading));
  /** Subscription at the opening of the dialog. The page may load the new plan before the result of the payment arrives. */
  const [before] = useState(subscriptionNow);
  const pending = before?.pending_change;
  const [startedChange] = useState<ChangeUnderWay | null>(() => {
    const change = changeUnderWay(slug);
    if (change?.intent === intentOf(secret)) return change;
    return before && pending ? { from: before.plan.id, tier: pending.tier, effectiveAt: null, paidWith: null, intent: null } : null;
  });
  const paidWith = useRef(startedChange?.paidWith ?? null);

  const finish = async () => {
    const leave = () => {
      onDone();
      panel.close();
      requestAnimationFrame(() => window.scrollTo(0, 0));
    };
    if (startedChange) {
      const change = { ...startedChange, paidWith: paidWith.current };
      finishAsked(change);
      leave();
      return queueSurvey(slug, change);
    }
    await after(paidWith.current);
    const now = subscriptionNow();
    const change = before && now ? changeBetween(before, now) : null;
    leave();
    if (!change) return;
    // For a change that another tab started, only shows the toasts and the survey. The new data is already loaded.
    showChange(change);
    queueSurvey(slug, change);
  };
  const change = usePlanChange({
    slug,
    failure: (message) => fillText(texts.updateFailed, { message }),
    isPaidHere: true,
    start: isProcessing ? { ...idleAttempt, kind: 'processing', from: 'processing', secret } : idleAttempt,
    onRest: ({ kind }) => {
      if (kind === 'notConfirmed' || kind === 'declined') setNeedsCard(true);
      return kind === 'succeeded' ? finish() : undefined;
    },
  });
  /** Returns the chosen card. After this card has paid, it becomes the default card. */
  const chosenCard = async (): Promise<CardAnswer> => {
    const answer = (await card.current?.getPaymentMethod()) ?? { error: '' };
    if (isCard(answer)) paidWith.current = answer.id;
    return answer;
  };

  return {
    ...change,
    /** Undefined if the platform does not report pending changes. */
    pending,
    needsCard,
    start: () => change.resume(secret),
    payWithCard: () => change.resume(secret, { getPaymentMethod: chosenCard }),
    leave: useResumeAfterReload(slug),
  };
}

/** Null if both subscriptions have the same tier. */
function changeBetween(before: Subscription, now: Subscription): ChangeUnderWay | null {
  const tier = tierOf(now);
  return tier === tierOf(before) ? null : { from: before.plan.id, tier, effectiveAt: null, paidWith: null, intent: null };
}
