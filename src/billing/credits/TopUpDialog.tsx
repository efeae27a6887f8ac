import { useEffect, useRef } from 'react';
import { CENTS_PER_DOLLAR, formatWholeDollars } from '#lib/money.ts';
import { topUpTexts as texts } from '#lib/texts/top-up.ts';
import { fillText } from '#lib/texts/fill.ts';
import { Button } from '#ui/Button/Button.tsx';
import { Dialog, DialogActions } from '#ui/Dialog/Dialog.tsx';
import { DialogBoundary } from '#ui/Dialog/DialogBoundary.tsx';
import { Form } from '#ui/Form/Form.tsx';
import { uiTexts } from '#ui/texts.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { Notice } from '#ui/Notice/Notice.tsx';
import type { CardHandle } from '#billing/shared/payment/card-answer.ts';
import { useDiscardQuestion } from '#billing/shared/payment/use-discard-question.tsx';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { AttemptNote, checkAgainLabel } from '#billing/shared/payment/AttemptNote.tsx';
import { useProcessedDollars } from './processed-top-ups.ts';
import { TopUpFields, useTopUpForm } from './TopUpFields.tsx';
import { useTopUp, type TopUp } from './use-top-up.ts';

export interface TopUpDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Closing the dialog discards the input, but a payment with an unknown outcome is kept. */
export function TopUpDialog({ isOpen, onClose }: TopUpDialogProps) {
  return (
    isOpen && (
      <DialogBoundary title={texts.title} onClose={onClose}>
        <OpenTopUp onClose={onClose} />
      </DialogBoundary>
    )
  );
}

function TopUpNotes({ topUp: { attempt, sentDollars, stage } }: { topUp: TopUp }) {
  if (stage === 'processing') return <Processing />;
  const amount = sentDollars === null ? '' : ` of ${formatWholeDollars(sentDollars * CENTS_PER_DOLLAR)}`;
  return (
    <AttemptNote attempt={attempt} what={`your top-up${amount} was paid`} failure={(message) => fillText(texts.failed, { message })} />
  );
}

function Processing() {
  useEffect(() => announce(texts.processing), []);
  return (
    <Notice variant="info" title={texts.processing}>
      <p>Your bank is still processing it. The credit is added as soon as the payment has gone through; you can close this.</p>
    </Notice>
  );
}

interface TopUpActionsProps {
  readonly topUp: TopUp;
  readonly dollars: number | undefined;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}

function TopUpActions({ topUp, dollars, isBusy, onCancel }: TopUpActionsProps) {
  const { stage } = topUp;
  const labels = {
    form: dollars === undefined ? 'Top Up' : `Top Up ${formatWholeDollars(dollars * CENTS_PER_DOLLAR)}`,
    unknown: checkAgainLabel,
    leftOpen: 'Continue the payment',
    processing: 'Close',
  };
  return (
    <DialogActions>
      <Button type="submit" variant="primary" isPending={isBusy} pendingMessage={null}>
        {labels[stage]}
      </Button>
      {stage !== 'processing' && (
        <Button
          variant="quiet"
          onPress={stage === 'leftOpen' ? () => void topUp.drop() : onCancel}
          unavailableReason={isBusy ? uiTexts.busyReason : undefined}
        >
          {stage === 'leftOpen' ? 'Cancel the payment' : 'Cancel'}
        </Button>
      )}
    </DialogActions>
  );
}

function OpenTopUp({ onClose }: { onClose: () => void }) {
  const slug = useSlug();
  const card = useRef<CardHandle>(null);
  const topUp = useTopUp(slug, card, onClose);
  const { stage, busyMessage } = topUp;
  const isBusy = busyMessage !== null;
  const { form, dollars } = useTopUpForm(topUp.buy);
  const { close, question } = useDiscardQuestion({
    isFilled: () => stage === 'form' && (!form.state.isDefaultValue || (card.current?.isFilled() ?? false)),
    isBusy,
    onClose,
  });
  const isDecided = useProcessedDollars(slug) === 0 && stage === 'processing';
  // A toast announces the decision of the bank, so the dialog is no longer needed and closes.
  useEffect(() => {
    if (isDecided) onClose();
  }, [isDecided, onClose]);

  function act() {
    if (isBusy) return;
    if (stage === 'form') void form.handleSubmit();
    else if (stage === 'processing') onClose();
    else void topUp.sendAgain();
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(next) => !next && close()}
      title={texts.title}
      busyMessage={busyMessage}
      isSteppedAside={topUp.isSteppedAside}
      isDismissable={false}
    >
      <Form aria-label={texts.title} onSubmit={act} faultsTitle={texts.errorTitle} faults={[]} failedAttempts={0}>
        <TopUpNotes topUp={topUp} />
        <TopUpFields {...{ form, dollars, card, isBusy }} isHidden={stage !== 'form'} onEscape={close} />
        {topUp.captchaElement}
        <TopUpActions {...{ topUp, dollars, isBusy }} onCancel={close} />
      </Form>
      {question}
    </Dialog>
  );
}
