import { useRef } from 'react';
import { formatCents } from '#lib/money.ts';
import { planNames } from '#lib/plan-names.ts';
import { fillText } from '#lib/texts/fill.ts';
import { subscriptionTexts } from '#lib/texts/subscription.ts';
import { Button } from '#ui/Button/Button.tsx';
import { Dialog, DialogActions } from '#ui/Dialog/Dialog.tsx';
import { DialogBoundary } from '#ui/Dialog/DialogBoundary.tsx';
import { uiTexts } from '#ui/texts.ts';
import { changeProblem, processingMessage } from '#billing/shared/change-plan/change-problem.ts';
import { planOfTier } from '#billing/shared/change-plan/plan-tiers.ts';
import { checkAgainLabel } from '#billing/shared/payment/AttemptNote.tsx';
import { isSetupSecret } from '#billing/shared/payment/attempt-types.ts';
import type { CardHandle } from '#billing/shared/payment/card-answer.ts';
import { CardChoice } from '#billing/shared/payment/CardChoice.tsx';
import { useDiscardQuestion } from '#billing/shared/payment/use-discard-question.tsx';
import { panelButtonId } from '#billing/shared/page/panel.ts';
import { ProblemNote } from './ProblemNote.tsx';
import { confirmCardLabel, continueLabel, MainButton, type MainAction } from './MainButton.tsx';
import { ProcessingNote } from './ProcessingNote.tsx';
import { useResume } from './use-resume.ts';

export interface PendingDialogProps {
  readonly secret: string;
  /** True while the bank is processing the payment. The member can then only check again. */
  readonly isProcessing: boolean;
  readonly onClose: () => void;
}

/** Focuses the chosen card. The main button now pays, so a double press would pay by mistake if the button kept the focus. */
const focusChosen = (choice: HTMLElement | null) => choice?.querySelector<HTMLElement>('input:checked')?.focus();

function busyWords(isCardOnly: boolean, isChecking: boolean): string {
  if (isCardOnly) return 'Confirming your card...';
  return isChecking ? 'Checking your payment...' : 'Confirming your payment...';
}

/** Continues a pending payment: first with the bank's challenge, then, if needed, with another card. */
export function ResumeDialog(props: PendingDialogProps) {
  const title = isSetupSecret(props.secret) ? 'Confirm the card for your plan' : 'Continue your plan payment';
  return (
    <DialogBoundary title={title} onClose={props.onClose}>
      <OpenResume {...props} title={title} />
    </DialogBoundary>
  );
}

function OpenResume({ secret, isProcessing, onClose, title }: PendingDialogProps & { title: string }) {
  const card = useRef<CardHandle>(null);
  const resume = useResume({ secret, isProcessing, card, onDone: onClose });
  const { attempt, isBusy, pending, needsCard, start, payWithCard } = resume;
  const isCardOnly = isSetupSecret(secret);
  const processing = processingMessage(attempt);
  const problem = changeProblem(attempt);
  const main = (): MainAction => {
    if (attempt.kind === 'processing') return { label: checkAgainLabel, run: () => resume.check(secret) };
    if (!needsCard) return { label: isCardOnly ? confirmCardLabel : continueLabel, run: start };
    if (isCardOnly) return { label: 'Use this card', run: payWithCard };
    return { label: pending ? `Pay ${formatCents(pending.amount)} with this card` : 'Pay with this card', run: payWithCard };
  };
  const { close, question } = useDiscardQuestion({
    isFilled: () => card.current?.isFilled() ?? false,
    isBusy,
    onClose: () => {
      void resume.leave();
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={close}
      title={title}
      busyMessage={isBusy ? busyWords(isCardOnly, processing !== null) : null}
      isSteppedAside={resume.isSteppedAside}
      isDismissable={false}
      returnFocusTo={() => document.getElementById(panelButtonId('subscriptionPlan'))}
    >
      {pending && (
        <p>{`${fillText(subscriptionTexts.planName, { plan: planNames[planOfTier(pending.tier)] })}: ${formatCents(pending.amount)}`}</p>
      )}
      {processing !== null && <ProcessingNote message={processing} />}
      {!isBusy && processing === null && problem === null && (
        <p>{`Your bank may ask you to confirm the ${isCardOnly ? 'card' : 'payment'}. Your plan changes as soon as it is confirmed.`}</p>
      )}
      {problem && <ProblemNote problem={problem} />}
      {needsCard && processing === null && (
        <div ref={focusChosen}>
          <CardChoice ref={card} amountCents={0} onEscape={close} />
        </div>
      )}
      <DialogActions>
        <MainButton action={main()} isBusy={isBusy} />
        <Button variant="quiet" onPress={close} unavailableReason={isBusy ? uiTexts.busyReason : undefined}>
          Close
        </Button>
      </DialogActions>
      {question}
    </Dialog>
  );
}
