import { useImperativeHandle, type ReactNode, type Ref } from 'react';
import { Button } from '#ui/Button/Button.tsx';
import { Dialog, DialogActions } from '#ui/Dialog/Dialog.tsx';
import { uiTexts } from '#ui/texts.ts';
import { changeProblem, processingMessage } from '#billing/shared/change-plan/change-problem.ts';
import { busyWords } from '#billing/shared/payment/payment-attempt.ts';
import { checkAgainLabel } from '#billing/shared/payment/AttemptNote.tsx';
import { useDiscardQuestion } from '#billing/shared/payment/use-discard-question.tsx';
import { continueLabel, MainButton, type MainAction } from './MainButton.tsx';
import { ProblemNote } from './ProblemNote.tsx';
import { ProcessingNote } from './ProcessingNote.tsx';
import { useUpgrade, type UpgradeOptions } from './use-upgrade.ts';

export interface UpgradeFormHandle {
  readonly close: () => void;
}

export interface UpgradeFormProps {
  ref: Ref<UpgradeFormHandle>;
  title: string;
  confirmLabel: string | null;
  /** Plan details and payment method. `details` is an element, so that the steps of a payment do not re-render its content. */
  details: ReactNode;
  upgrade: UpgradeOptions;
  /** Called when the dialog closes although a payment may be pending. The page then shows the payment. */
  onLeave: () => Promise<void>;
  onClose: () => void;
}

export function UpgradeForm({ ref, title, confirmLabel, details, upgrade: options, onLeave, onClose }: UpgradeFormProps) {
  const upgrade = useUpgrade(options);
  const { attempt, isBusy } = upgrade;
  const processing = processingMessage(attempt);
  const problem = changeProblem(attempt);
  const leave = () => {
    if (isBusy || processing !== null || problem !== null) void onLeave();
    onClose();
  };
  const { close, question } = useDiscardQuestion({ isFilled: () => options.card?.current?.isFilled() ?? false, isBusy, onClose: leave });
  useImperativeHandle(ref, () => ({ close }));
  const main = (): MainAction | null => {
    const { kind, secret } = attempt;
    if (kind === 'processing' && secret !== null) return { label: checkAgainLabel, run: () => upgrade.check(secret) };
    if (kind === 'unknown') return { label: checkAgainLabel, run: upgrade.sendAgain };
    if (kind === 'leftOpen' && secret !== null) return { label: continueLabel, run: () => upgrade.resume(secret) };
    return confirmLabel === null ? null : { label: confirmLabel, run: upgrade.confirm };
  };
  return (
    <Dialog
      isOpen
      onOpenChange={close}
      title={title}
      busyMessage={isBusy ? busyWords(attempt, 'Updating subscription...') : null}
      isSteppedAside={upgrade.isSteppedAside}
      isDismissable={false}
    >
      {processing === null ? details : <ProcessingNote message={processing} />}
      {problem && <ProblemNote problem={problem} />}
      {upgrade.captchaElement}
      <DialogActions>
        <MainButton action={main()} isBusy={isBusy} />
        <Button variant="quiet" onPress={close} unavailableReason={isBusy ? uiTexts.busyReason : undefined}>
          {processing === null ? 'Cancel' : 'Close'}
        </Button>
      </DialogActions>
      {question}
    </Dialog>
  );
}
