import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import type { PlanId, Subscription } from '#contract/types.ts';
import { fill } from '#lib/texts/fill.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import type { ChangeOutcome, ChangeProblem } from '#billing/shared/change-plan/change-outcome.ts';
import { noteFinished } from '#billing/shared/change-plan/finished-upgrade.ts';
import { changeDirection } from '#billing/shared/change-plan/plan-metadata.ts';
import { useAfterChange } from '#billing/shared/change-plan/use-after-change.ts';
import { usePayment } from '#billing/shared/change-plan/use-payment.ts';
import { within } from '#billing/shared/change-plan/wait-limit.ts';
import { isCard, type CardHandle } from '#billing/shared/payment/card-answer.ts';
import { readKey, readOptions } from '#billing/shared/queries.ts';
import { useSlug } from '#billing/shared/use-organization.ts';
import { usePanelSwitch } from '#billing/shared/use-panel.ts';
import type { UpgradeStep } from './use-upgrade.ts';

interface ResumeOptions {
  readonly secret: string;
  readonly card: RefObject<CardHandle | null>;
  readonly onDone: () => void;
}

const unexpected = 'Something unexpected happened. Check again: you will not be charged twice.';

/** The way of a payment that was left waiting. Which change it is for only the subscription tells, once it is through. */
export function useResume({ secret, card, onDone }: ResumeOptions) {
  const slug = useSlug();
  const client = useQueryClient();
  const { pay, check, isSteppedAside } = usePayment(slug);
  const after = useAfterChange(slug);
  const panel = usePanelSwitch();
  const isRunning = useRef(false);
  const [step, setStep] = useState<UpgradeStep>({ kind: 'open', problem: null });
  /** Stays once it was needed, so that what is typed in it does. */
  const [needsCard, setNeedsCard] = useState(false);
  const reading = { params: { slug } };
  const planNow = () => client.getQueryData<Subscription>(readKey('getSubscription', reading))?.plan;
  /** The plan that is left: the page may read the new one before this is told of it. */
  const [from] = useState<PlanId>(() => planNow()?.id ?? 'free');

  const finish = async (paidWith: string | null) => {
    await after(paidWith);
    const plan = planNow();
    const direction = (plan && changeDirection(from, plan.id)) ?? 'upgrade';
    const message = fill(direction === 'downgrade' ? texts.downgraded : texts.upgraded, { plan: plan?.name ?? '' });
    toast({ message, severity: 'success', durationMs: toastDurations.short });
    onDone();
    panel.close();
    window.scrollTo(0, 0);
    if (plan && plan.id !== from) noteFinished({ from, to: plan.id, direction });
  };
  const open = (problem: ChangeProblem | null) => setStep({ kind: 'open', problem });
  const settle = async (outcome: ChangeOutcome, paidWith: string | null): Promise<void> => {
    switch (outcome.kind) {
      case 'done':
        return finish(paidWith);
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
    setStep({ kind: 'busy', message });
    // Whatever happens, the controls come back.
    await work().catch(() => open({ kind: 'unknown', message: unexpected, error: null }));
    isRunning.current = false;
  };

  return {
    step,
    needsCard,
    isSteppedAside,
    start: () => run('Confirming your payment...', async () => settle(await pay(secret), null)),
    payWithCard: () =>
      run('Confirming your payment...', async () => {
        const answer = card.current ? await within(card.current.getPaymentMethod(), 'late') : 'late';
        if (answer === 'late' || !isCard(answer)) return open(null);
        return settle(await pay(secret, answer.id), answer.id);
      }),
    check: (waiting: string) => run('Checking your payment...', async () => settle(await check(waiting), null)),
    /** The page behind shows how things stand. */
    leave: () => void client.invalidateQueries({ queryKey: readOptions('getSubscription', reading).queryKey }),
  };
}
