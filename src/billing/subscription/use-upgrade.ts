import { useRef, useState, type RefObject } from 'react';
import type { PlanId } from '#contract/types.ts';
import { fill } from '#lib/texts/fill.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { brokenOff, type ChangeOutcome, type ChangeProblem } from '#billing/shared/change-plan/change-outcome.ts';
import { changeUnderWay, type ChangeUnderWay } from '#billing/shared/change-plan/change-under-way.ts';
import { tierFor } from '#billing/shared/change-plan/plan-metadata.ts';
import { followUp, useFinishChange } from '#billing/shared/change-plan/use-finish-change.ts';
import { useLateFinish } from '#billing/shared/change-plan/use-late-finish.ts';
import { usePayment } from '#billing/shared/change-plan/use-payment.ts';
import { unknownOrder, useSendChange } from '#billing/shared/change-plan/use-send-change.ts';
import { within } from '#billing/shared/change-plan/wait-limit.ts';
import type { PreviewState } from '#billing/shared/change-plan/use-preview.ts';
import { isCard, type CardHandle } from '#billing/shared/payment/card-answer.ts';
import { busy, type UpgradeStep } from './upgrade-step.ts';

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
const cardTooLong = 'The card could not be checked in time. Try again.';

/** The way of a paid plan from the press of the button to a certain outcome. Everything typed stays until then. */
export function useUpgrade({ slug, from, target, preview, totalCents, card, onChanged }: UpgradeOptions) {
  const { send, sendAgain } = useSendChange(slug, (message) => fill(texts.updateFailed, { message }));
  const { pay, check, isSteppedAside } = usePayment(slug);
  const finish = useFinishChange(slug);
  const isRunning = useRef(false);
  const [step, setStep] = useState<UpgradeStep>(() => ({
    kind: 'open',
    problem: unknownOrder(slug) ? { kind: 'unknown', message: unknownFromBefore, error: null } : null,
  }));
  const open = (problem: ChangeProblem | null) => setStep({ kind: 'open', problem });

  const effectiveAt = preview.kind === 'ready' ? (preview.preview.effective_at ?? null) : null;
  /** What was asked for here last, by whatever dialog: an attempt without an answer may be another's. */
  const asked = (): ChangeUnderWay =>
    changeUnderWay(slug) ?? { from, tier: tierFor(from, target), effectiveAt, paidWith: null, intent: null };

  const settle = async (outcome: ChangeOutcome): Promise<void> => {
    switch (outcome.kind) {
      case 'done': {
        const change = asked();
        finish(change);
        onChanged();
        return followUp(slug, change);
      }
      case 'pending_payment':
        return settle(await pay(outcome.secret));
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
    setStep(busy(updating));
    // Whatever happens, the controls come back.
    await work().catch(() => open(brokenOff));
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
        return settle(await send(order, totalCents, { from, effectiveAt }));
      }),
    checkAgain: () =>
      run(async () => {
        const outcome = await sendAgain();
        return outcome === null ? open(null) : settle(outcome);
      }),
    /** Goes on with a payment that waits for its payer. */
    continuePayment: (secret: string) => run(async () => settle(await pay(secret))),
    /** Looks again how a payment stands that goes on by itself. */
    checkPayment: (secret: string) => run(async () => settle(await check(secret))),
    /** The page behind shows a payment that still waits. */
    leave: useLateFinish(slug),
  };
}
