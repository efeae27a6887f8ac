import { revalidateLogic, useForm, useSelector } from '@tanstack/react-form';
import { useEffect, useRef } from 'react';
import { afterPaint } from '#lib/browser/after-paint.ts';
import { CENTS_PER_DOLLAR, formatWholeDollars } from '#lib/money.ts';
import { creditsTexts } from '#lib/texts/credits.ts';
import { topUpTexts as texts } from '#lib/texts/top-up.ts';
import { Button } from '#ui/Button/Button.tsx';
import { Dialog, DialogActions } from '#ui/Dialog/Dialog.tsx';
import { leadTo } from '#ui/Form/lead-to.ts';
import { Form } from '#ui/Form/Form.tsx';
import { uiTexts } from '#ui/texts.ts';
import { firstMessage } from '#billing/shared/form/first-message.ts';
import { checkAgainLabel } from '#billing/shared/payment/AttemptNote.tsx';
import type { CardHandle } from '#billing/shared/payment/card-answer.ts';
import { useDiscardQuestion } from '#billing/shared/payment/use-discard-question.tsx';
import { CardChoice } from '#billing/shared/payment/CardChoice.tsx';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { AmountField } from './AmountField.tsx';
import { ProcessedNote } from './ProcessedNote.tsx';
import { useProcessedDollars } from './processed-top-ups.ts';
import { SaveCard } from './SaveCard.tsx';
import { dollarsOf, topUpSchema, usualDollars, usualTopUp } from './top-up.form.ts';
import { TopUpNotes } from './TopUpNotes.tsx';
import { useTopUp } from './use-top-up.ts';
import styles from './TopUp.module.css';

export interface TopUpDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Buying credit. Closing it forgets what was filled in; a payment whose outcome is not known stays. */
export function TopUpDialog({ isOpen, onClose }: TopUpDialogProps) {
  return isOpen && <OpenTopUp onClose={onClose} />;
}

const amountFieldId = 'top-up-amount';

function OpenTopUp({ onClose }: { onClose: () => void }) {
  const slug = useSlug();
  const card = useRef<CardHandle>(null);
  const topUp = useTopUp(slug, card, onClose);
  const { stage, busyMessage } = topUp;
  const isBusy = busyMessage !== null;
  const form = useForm({
    defaultValues: usualTopUp,
    validationLogic: revalidateLogic(),
    validators: { onDynamic: topUpSchema },
    onSubmit: ({ value: { amount, savesCard } }) => {
      const wanted = dollarsOf(amount);
      if (wanted !== undefined) void topUp.buy(wanted, savesCard);
    },
    onSubmitInvalid({ formApi }) {
      const message = firstMessage(formApi.getFieldMeta('amount')?.errors) ?? '';
      // The error describes the field before the focus comes to it.
      afterPaint(() => leadTo(amountFieldId, message));
    },
  });
  const dollars = useSelector(form.store, ({ values }) => dollarsOf(values.amount));
  const { close, question } = useDiscardQuestion({
    isFilled: () => stage === 'form' && (!form.state.isDefaultValue || (card.current?.isFilled() ?? false)),
    isBusy,
    onClose,
  });
  const isDecided = useProcessedDollars(slug) === 0 && stage === 'processing';
  // A toast tells what the bank has decided; there is nothing left to wait for here.
  useEffect(() => {
    if (isDecided) onClose();
  }, [isDecided, onClose]);

  function act() {
    if (isBusy) return;
    if (stage === 'form') void form.handleSubmit();
    else if (stage === 'processing') onClose();
    else void topUp.sendAgain();
  }

  const labels = {
    form: dollars === undefined ? 'Top Up' : `Top Up ${formatWholeDollars(dollars * CENTS_PER_DOLLAR)}`,
    unknown: checkAgainLabel,
    leftOpen: 'Continue the payment',
    processing: 'Close',
  };
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
        {/* Hidden, not removed, while something else is to be done: what was typed may be needed again. */}
        <div hidden={stage !== 'form'} className={styles.fields}>
          <ProcessedNote />
          <p>{creditsTexts.about}</p>
          <form.Field name="amount">
            {({ state, handleChange }) => (
              <AmountField
                id={amountFieldId}
                value={state.value}
                onChange={handleChange}
                errorMessage={firstMessage(state.meta.errors)}
                isReadOnly={isBusy}
              />
            )}
          </form.Field>
          <CardChoice
            ref={card}
            amountCents={(dollars ?? usualDollars) * CENTS_PER_DOLLAR}
            onEscape={close}
            newCardNote={
              <form.Field name="savesCard">
                {({ state, handleChange }) => <SaveCard isSelected={state.value} onChange={handleChange} isReadOnly={isBusy} />}
              </form.Field>
            }
          />
        </div>
        {topUp.captchaElement}
        <DialogActions>
          <Button type="submit" variant="primary" isPending={isBusy} pendingMessage={null}>
            {labels[stage]}
          </Button>
          {stage !== 'processing' && (
            <Button
              variant="quiet"
              onPress={stage === 'leftOpen' ? () => void topUp.drop() : close}
              unavailableReason={isBusy ? uiTexts.busyReason : undefined}
            >
              {stage === 'leftOpen' ? 'Cancel the payment' : 'Cancel'}
            </Button>
          )}
        </DialogActions>
      </Form>
      {question}
    </Dialog>
  );
}
