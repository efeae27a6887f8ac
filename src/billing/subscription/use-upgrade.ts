import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import type { PlanId } from '#contract/types.ts';
import { fill } from '#lib/texts/fill.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import type { ChangeOutcome, ChangeProblem } from '#billing/shared/change-plan/change-outcome.ts';
import { noteFinished } from '#billing/shared/change-plan/finished-upgrade.ts';
import { changeDirection, planOf, planOfTier, tierFor } from '#billing/shared/change-plan/plan-metadata.ts';
import { useAfterChange } from '#billing/shared/change-plan/use-after-change.ts';
import { usePayment } from '#billing/shared/change-plan/use-payment.ts';
import { unknownOrder, useSendChange } from '#billing/shared/change-plan/use-send-change.ts';
import { within } from '#billing/shared/change-plan/wait-limit.ts';
import type { PreviewState } from '#billing/shared/change-plan/use-preview.ts';
import { isCard, type CardHandle } from '#billing/shared/payment/card-answer.ts';

/** How the dialog stands. */
export type UpgradeStep =
  | { readonly kind: 'open'; readonly problem: ChangeProblem | null }
  | { readonly kind: 'busy'; readonly message: string }
  /** The payment goes on by itself; nothing can be done but look again. */
  | { readonly kind: 'processing'; readonly message: string; readonly secret: string };

interface UpgradeOptions {
  readonly slug: string;
  readonly from: PlanId;
  readonly target: PlanId;
  readonly preview: PreviewState;
  /** The sum on the button, in cents. */
  readonly totalCents: number;
  /** Null where no card is charged. */
  readonly card: RefObject<CardHandle | null> | null;
  readonly onChanged: () => void;
}

const updating = 'Updating subscription...';
const unknownFromBefore = 'An attempt to change the plan was broken off before its answer came.';
const unexpected = 'Something unexpected happened. Check again: you will not be charged twice.';
const cardTooLong = 'The card could not be checked in time. Try again.';

/** The way of a paid plan from the press of the button to a certain outcome. Everything typed stays until then. */
export function useUpgrade({ slug, from, target, preview, totalCents, card, onChanged }: UpgradeOptions) {
  const client = useQueryClient();
  const { send, sendAgain } = useSendChange(slug, (message) => fill(texts.updateFailed, { message }));
  const { pay, check, isSteppedAside } = usePayment(slug);
  const after = useAfterChange(slug);
  const isRunning = useRef(false);
  const [step, setStep] = useState<UpgradeStep>(() => ({
    kind: 'open',
    problem: unknownOrder(slug) ? { kind: 'unknown', message: unknownFromBefore, error: null } : null,
  }));
  const open = (problem: ChangeProblem | null) => setStep({ kind: 'open', problem });

  const finish = (to: PlanId, paidWith: string | null) => {
    const direction = changeDirection(from, to) ?? 'upgrade';
    const message = fill(direction === 'upgrade' ? texts.upgraded : texts.downgraded, { plan: planOf(to).name });
    toast({ message, severity: 'success', durationMs: toastDurations.short });
    void after(paidWith);
    onChanged();
    noteFinished({ from, to, direction });
  };

  const settle = async (outcome: ChangeOutcome, to: PlanId, paidWith: string | null): Promise<void> => {
    switch (outcome.kind) {
      case 'done':
        return finish(to, paidWith);
      case 'pending_payment':
        return settle(await pay(outcome.secret), to, paidWith);
      case 'processing':
        return setStep(outcome);
      case 'price_changed':
      case 'declined':
      case 'not_confirmed':
        // Its quote is used up: the next press needs one of its own, and what it comes to is shown first.
        if (preview.kind === 'ready') await preview.renew('changed');
        return open(outcome);
      case 'refused':
        // What is about the address stands at its fields.
        return open(card?.current?.refuse(outcome.error?.fields ?? []) ? null : outcome);
      default:
        return open(outcome);
    }
  };

  /** One thing at a time: a second press while the first is under way does nothing. */
  const run = async (work: () => Promise<void>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setStep({ kind: 'busy', message: updating });
    // Whatever happens, the controls come back.
    await work().catch(() => open({ kind: 'unknown', message: unexpected, error: null }));
    isRunning.current = false;
  };

  return {
    step,
    isSteppedAside,
    confirm: () =>
      run(async () => {
        if (preview.kind !== 'ready') return open(null);
        const answer = card?.current ? await within(card.current.getPaymentMethod(), 'late') : null;
        if (answer === 'late') return open({ kind: 'refused', message: cardTooLong, error: null });
        if (answer !== null && !isCard(answer)) return open(null);
        const { id: method = null, ...details } = answer ?? {};
        const order = {
          tier: tierFor(from, target),
          ...(method === null ? {} : { payment_method: method }),
          ...details,
          ...(preview.preview.quote ? { quote_id: preview.preview.quote.id } : {}),
        };
        return settle(await send(order, totalCents), target, method);
      }),
    checkAgain: () =>
      run(async () => {
        const order = unknownOrder(slug);
        const outcome = await sendAgain();
        if (order === null || outcome === null) return open(null);
        return settle(outcome, planOfTier(order.tier), order.payment_method ?? null);
      }),
    /** Goes on with a payment that waits for its payer. */
    continuePayment: (secret: string) => run(async () => settle(await pay(secret), target, null)),
    /** Looks again how a payment stands that goes on by itself. */
    checkPayment: (secret: string) => run(async () => settle(await check(secret), target, null)),
    /** The page behind shows a payment that still waits. */
    leave: () => void client.invalidateQueries({ queryKey: ['getSubscription', { params: { slug } }] }),
  };
}
