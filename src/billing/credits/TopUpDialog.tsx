import { useRef, useState } from 'react';
import { CENTS_PER_DOLLAR, formatWholeDollars } from '#lib/money.ts';
import { topUpTexts as texts } from '#lib/texts/top-up.ts';
import { Button } from '#ui/Button/Button.tsx';
import { Dialog, DialogActions } from '#ui/Dialog/Dialog.tsx';
import { leadTo } from '#ui/Form/lead-to.ts';
import { Form } from '#ui/Form/Form.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { checkAgainLabel } from '#billing/shared/payment/AttemptNote.tsx';
import type { CardHandle } from '#billing/shared/payment/card-answer.ts';
import { CardChoice } from '#billing/shared/payment/CardChoice.tsx';
import { useSlug } from '#billing/shared/use-organization.ts';
import { AmountField } from './AmountField.tsx';
import { ProcessedTopUp } from './ProcessedTopUp.tsx';
import { readAmount, usualDollars } from './top-up-amount.ts';
import { TopUpNotes } from './TopUpNotes.tsx';
import { useTopUp } from './use-top-up.ts';
import styles from './TopUp.module.css';

export interface TopUpDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Buying credit. Closing it forgets what was filled in; a payment whose outcome is not known stays, and one under way is followed. */
export function TopUpDialog({ isOpen, onClose }: TopUpDialogProps) {
  return isOpen ? <OpenTopUp onClose={onClose} /> : <ProcessedTopUp />;
}

const amountFieldId = 'top-up-amount';

function OpenTopUp({ onClose }: { onClose: () => void }) {
  const slug = useSlug();
  const card = useRef<CardHandle>(null);
  const [amount, setAmount] = useState(String(usualDollars));
  const [amountError, setAmountError] = useState<string | undefined>();
  const topUp = useTopUp(slug, card, onClose);
  const { stage, busyMessage } = topUp;
  const isBusy = busyMessage !== null;
  const read = readAmount(amount);

  function start() {
    setAmountError('error' in read ? read.error : undefined);
    if ('error' in read) leadTo(amountFieldId, read.error);
    else void topUp.submit(read.dollars);
  }

  function act() {
    if (isBusy) return;
    if (stage === 'form') start();
    else if (stage === 'processing') onClose();
    else void topUp.goOn();
  }

  const labels = {
    form: 'dollars' in read ? `Top Up ${formatWholeDollars(read.dollars * CENTS_PER_DOLLAR)}` : 'Top Up',
    unknown: checkAgainLabel,
    'left-open': 'Continue the payment',
    processing: 'Close',
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(next) => !next && onClose()}
      title={texts.title}
      busyMessage={busyMessage}
      isSteppedAside={topUp.isSteppedAside}
      isDismissable={false}
    >
      <Form aria-label={texts.title} onSubmit={act} faultsTitle={texts.errorTitle} faults={[]} failedAttempts={0}>
        <TopUpNotes topUp={topUp} />
        {/* Hidden, not removed, while something else is to be done: what was typed may be needed again. */}
        <div hidden={stage !== 'form'} className={styles.fields}>
          <p>
            Credits are used first, on your next invoices. They are non-refundable, do not expire, and do not settle invoices that are
            already open.
          </p>
          <AmountField id={amountFieldId} value={amount} onChange={setAmount} errorMessage={amountError} isReadOnly={isBusy} />
          <CardChoice
            ref={card}
            amountCents={('dollars' in read ? read.dollars : usualDollars) * CENTS_PER_DOLLAR}
            isReadOnly={isBusy}
            onEscape={() => !isBusy && onClose()}
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
              onPress={stage === 'left-open' ? () => void topUp.drop() : onClose}
              unavailableReason={isBusy ? uiTexts.busyReason : undefined}
            >
              {stage === 'left-open' ? 'Cancel the payment' : 'Cancel'}
            </Button>
          )}
        </DialogActions>
      </Form>
    </Dialog>
  );
}
