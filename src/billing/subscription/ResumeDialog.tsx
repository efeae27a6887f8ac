import { useRef } from 'react';
import { Button } from '#ui/Button/Button.tsx';
import { Dialog, DialogActions } from '#ui/Dialog/Dialog.tsx';
import { ProblemNote } from '#billing/shared/change-plan/ProblemNote.tsx';
import type { CardHandle } from '#billing/shared/payment/card-answer.ts';
import { CardChoice } from '#billing/shared/payment/CardChoice.tsx';
import { panelButtonId } from '#billing/shared/panel.ts';
import { ProcessingNote } from './ProcessingNote.tsx';
import { useResume } from './use-resume.ts';

export interface PendingDialogProps {
  /** Of the payment that waits. */
  readonly secret: string;
  readonly onClose: () => void;
}

const busyReason = 'Please wait until this has finished.';

/** Goes on with a payment that was left waiting: the bank's question first, another card where it wants one. */
export function ResumeDialog({ secret, onClose }: PendingDialogProps) {
  const card = useRef<CardHandle>(null);
  const { step, needsCard, isSteppedAside, start, payWithCard, check, leave } = useResume({ secret, card, onDone: onClose });
  const isBusy = step.kind === 'busy';
  const close = () => {
    leave();
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
      {step.kind === 'processing' && <ProcessingNote message={step.message} onCheck={() => void check(step.secret)} />}
      {step.kind === 'open' && step.problem === null && (
        <p>Your bank may ask you to confirm the payment. Your plan changes as soon as it is confirmed.</p>
      )}
      {step.kind === 'open' && step.problem && (
        <ProblemNote problem={step.problem} onCheckAgain={() => void start()} onContinue={() => void start()} />
      )}
      {needsCard && step.kind !== 'processing' && <CardChoice ref={card} amountCents={0} isReadOnly={isBusy} onEscape={close} />}
      <DialogActions>
        {step.kind !== 'processing' && (
          <Button variant="primary" onPress={() => void (needsCard ? payWithCard() : start())} isPending={isBusy} pendingMessage={null}>
            {needsCard ? 'Pay with this card' : 'Continue the payment'}
          </Button>
        )}
        <Button variant="quiet" onPress={close} unavailableReason={isBusy ? busyReason : undefined}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
