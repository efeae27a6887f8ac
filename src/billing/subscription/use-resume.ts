import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import type { Subscription } from '#contract/types.ts';
import { toast } from '#ui/Toast/toast.ts';
import { brokenOff, type ChangeOutcome, type ChangeProblem } from '#billing/shared/change-plan/change-outcome.ts';
import { changeToast } from '#billing/shared/change-plan/change-toast.ts';
import { changeUnderWay, type ChangeUnderWay } from '#billing/shared/change-plan/change-under-way.ts';
import { tierOf } from '#billing/shared/change-plan/tier-of.ts';
import { useAfterChange } from '#billing/shared/change-plan/use-after-change.ts';
import { followUp, useFinishChange } from '#billing/shared/change-plan/use-finish-change.ts';
import { intentOf } from '#billing/shared/change-plan/use-confirm-change.ts';
import { useLateFinish } from '#billing/shared/change-plan/use-late-finish.ts';
import { usePayment } from '#billing/shared/change-plan/use-payment.ts';
import { within } from '#billing/shared/change-plan/wait-limit.ts';
import { isCard, type CardHandle } from '#billing/shared/payment/card-answer.ts';
import { readKey } from '#billing/shared/queries.ts';
import { useSlug } from '#billing/shared/use-organization.ts';
import { usePanelSwitch } from '#billing/shared/use-panel.ts';
import { busy, type UpgradeStep } from './upgrade-step.ts';

interface ResumeOptions {
  readonly secret: string;
  readonly isProcessing: boolean;
  readonly card: RefObject<CardHandle | null>;
  readonly onDone: () => void;
}

/**
 * The way of a payment that was left waiting. Which change it is for is known where it was asked for in this tab; elsewhere
 * the platform tells, at the latest by the subscription once it is through.
 */
export function useResume({ secret, isProcessing, card, onDone }: ResumeOptions) {
  const slug = useSlug();
  const client = useQueryClient();
  const { pay, check, isSteppedAside } = usePayment(slug);
  const after = useAfterChange(slug);
  const finishAsked = useFinishChange(slug);
  const panel = usePanelSwitch();
  const isRunning = useRef(false);
  const [step, setStep] = useState<UpgradeStep>(
    isProcessing ? { kind: 'processing', message: '', secret } : { kind: 'open', problem: null },
  );
  /** Stays once it was needed, so that what is typed in it does. */
  const [needsCard, setNeedsCard] = useState(false);
  const reading = { params: { slug } };
  const subscriptionNow = () => client.getQueryData<Subscription>(readKey('getSubscription', reading));
  /** The page may read the new plan before this is told of it. */
  const [before] = useState(subscriptionNow);
  const pending = before?.pending_change;
  const [asked] = useState<ChangeUnderWay | null>(() => {
    const change = changeUnderWay(slug);
    if (change?.intent === intentOf(secret)) return change;
    return before && pending ? { from: before.plan.id, tier: pending.tier, effectiveAt: null, paidWith: null, intent: null } : null;
  });
  const paidWith = useRef(asked?.paidWith ?? null);

  const finish = async () => {
    const leave = () => {
      onDone();
      panel.close();
      requestAnimationFrame(() => window.scrollTo(0, 0));
    };
    if (asked) {
      const change = { ...asked, paidWith: paidWith.current };
      finishAsked(change);
      leave();
      return followUp(slug, change);
    }
    await after(paidWith.current);
    const now = subscriptionNow();
    const change = before && now ? changeBetween(before, now) : null;
    leave();
    if (!change) return;
    toast(changeToast(change));
    followUp(slug, change);
  };
  const open = (problem: ChangeProblem | null) => setStep({ kind: 'open', problem });
  const settle = async (outcome: ChangeOutcome): Promise<void> => {
    switch (outcome.kind) {
      case 'done':
        return finish();
      case 'processing':
        return setStep(outcome);
      case 'pending_payment':
        return open({ kind: 'left_open', message: 'The payment is not confirmed yet.', secret: outcome.secret });
      case 'not_confirmed':
      case 'declined':
        setNeedsCard(true);
        return open(outcome);
      default:
        return open(outcome);
    }
  };
  const run = async (message: string, work: () => Promise<void>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setStep(busy(message));
    // Whatever happens, the controls come back.
    await work().catch(() => open(brokenOff));
    isRunning.current = false;
  };

  return {
    step,
    /** What is paid for; undefined where the platform does not tell. */
    pending,
    needsCard,
    isSteppedAside,
    start: () => run('Confirming your payment...', async () => settle(await pay(secret))),
    payWithCard: () =>
      run('Confirming your payment...', async () => {
        const answer = card.current ? await within(card.current.getPaymentMethod(), 'late') : 'late';
        if (answer === 'late' || !isCard(answer)) return open(null);
        paidWith.current = answer.id;
        return settle(await pay(secret, answer.id));
      }),
    check: (waiting: string) => run('Checking your payment...', async () => settle(await check(waiting))),
    /** The page behind shows how things stand. */
    leave: useLateFinish(slug),
  };
}

/** The change that lies between two states of a subscription; null where they are on the same tier. */
function changeBetween(before: Subscription, now: Subscription): ChangeUnderWay | null {
  const tier = tierOf(now);
  return tier === tierOf(before) ? null : { from: before.plan.id, tier, effectiveAt: null, paidWith: null, intent: null };
}
