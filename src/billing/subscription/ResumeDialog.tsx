import { useRef } from 'react';
import { formatCents } from '#lib/money.ts';
import { fill } from '#lib/texts/fill.ts';
import { subscriptionTexts } from '#lib/texts/subscription.ts';
import { Button } from '#ui/Button/Button.tsx';
import { Dialog, DialogActions } from '#ui/Dialog/Dialog.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { planOf, planOfTier } from '#billing/shared/change-plan/plan-metadata.ts';
import { ProblemNote } from '#billing/shared/change-plan/ProblemNote.tsx';
import { checkAgainLabel } from '#billing/shared/payment/AttemptNote.tsx';
import type { CardHandle } from '#billing/shared/payment/card-answer.ts';
import { CardChoice } from '#billing/shared/payment/CardChoice.tsx';
import { panelButtonId } from '#billing/shared/panel.ts';
import { continueLabel, MainButton, type MainAction } from './MainButton.tsx';
import { ProcessingNote } from './ProcessingNote.tsx';
import { onItsWay } from './upgrade-step.ts';
import { useResume } from './use-resume.ts';

export interface PendingDialogProps {
  /** Of the payment that waits. */
  readonly secret: string;
  /** Whether the bank is processing it, so that there is nothing to do but look again. */
  readonly isProcessing: boolean;
  readonly onClose: () => void;
}

/** The button that asked the bank now pays with a card: whoever presses twice is to meet the cards first. */
const focusChosen = (choice: HTMLElement | null) => choice?.querySelector<HTMLElement>('input:checked')?.focus();

/** Goes on with a payment that was left waiting: the bank's question first, another card where it wants one. */
export function ResumeDialog({ secret, isProcessing, onClose }: PendingDialogProps) {
  const card = useRef<CardHandle>(null);
  const { step, pending, needsCard, isSteppedAside, start, payWithCard, check, leave } = useResume({
    secret,
    isProcessing,
    card,
    onDone: onClose,
  });
  const isBusy = step.kind === 'busy';
  const processing = onItsWay(step);
  const main = (): MainAction => {
    if (step.kind === 'processing') return { label: checkAgainLabel, run: () => check(step.secret) };
    if (step.kind === 'open' && step.problem?.kind === 'unknown') return { label: checkAgainLabel, run: start };
    if (!needsCard) return { label: continueLabel, run: start };
    return { label: pending ? `Pay ${formatCents(pending.amount)} with this card` : 'Pay with this card', run: payWithCard };
  };
  const close = () => {
    void leave();
    onClose();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={close}
      title="Continue the payment of your plan"
      busyMessage={isBusy ? step.message : null}
      isSteppedAside={isSteppedAside}
      isDismissable={false}
      returnFocusTo={() => document.getElementById(panelButtonId('subscriptionPlan'))}
    >
      {pending && (
        <p>{`${fill(subscriptionTexts.planName, { plan: planOf(planOfTier(pending.tier)).name })}: ${formatCents(pending.amount)}`}</p>
      )}
      {processing !== null && <ProcessingNote message={processing} />}
      {step.kind === 'open' && step.problem === null && (
        <p>Your bank may ask you to confirm the payment. Your plan changes as soon as it is confirmed.</p>
      )}
      {step.kind === 'open' && step.problem && <ProblemNote problem={step.problem} />}
      {needsCard && processing === null && (
        <div ref={focusChosen}>
          <CardChoice ref={card} amountCents={0} isReadOnly={isBusy} onEscape={close} />
        </div>
      )}
      <DialogActions>
        <MainButton action={main()} isBusy={isBusy} />
        <Button variant="quiet" onPress={close} unavailableReason={isBusy ? uiTexts.busyReason : undefined}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
