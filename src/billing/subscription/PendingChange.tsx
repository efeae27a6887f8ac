import { useCallback, useState } from 'react';
import { Button } from '#ui/Button/Button.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { onDemand, OnDemand } from '#billing/shared/page/on-demand.tsx';
import { isSetupSecret } from '#billing/shared/payment/attempt-types.ts';
import { useCapabilities, useSubscription } from '#billing/shared/data/use-billing-data.ts';
import { planChangeTexts } from '#lib/texts/plan-change.ts';
import styles from './SubscriptionSection.module.css';

const parts = {
  resume: onDemand(async () => (await import('./ResumeDialog.tsx')).ResumeDialog),
  cancel: onDemand(async () => (await import('./CancelChangeDialog.tsx')).CancelChangeDialog),
};

const waitingWords = {
  payment: {
    title: 'A plan change is waiting for payment',
    about: 'Your plan stays as it is until the payment is confirmed.',
    action: 'Continue the payment',
  },
  card: {
    title: 'A plan change is waiting for your card',
    about: 'Your bank requires you to confirm the card. Nothing is charged now. Your plan stays as it is until the card is confirmed.',
    action: 'Confirm the card',
  },
};

/** While the bank processes the payment, the member can only check again. */
export function PendingChange() {
  const subscription = useSubscription();
  const data = subscription.kind === 'ready' ? subscription.data : null;
  const secret = data?.pending_payment_intent_secret ?? null;
  const isProcessing = data?.pending_payment_is_processing ?? false;
  const words = waitingWords[secret !== null && isSetupSecret(secret) ? 'card' : 'payment'];
  const canCancel = useCapabilities()?.includes('pending-change');
  const [wanted, setWanted] = useState<{ part: keyof typeof parts; secret: string } | null>(null);
  const close = useCallback(() => setWanted(null), []);
  // Keeps an open dialog mounted after the pending payment has ended.
  return (
    <>
      {secret !== null && (
        <Notice
          variant={isProcessing ? 'info' : 'warning'}
          title={isProcessing ? planChangeTexts.processingTitle : words.title}
          actions={
            <div className={styles.actions}>
              <Button variant={isProcessing ? 'secondary' : 'primary'} onPress={() => setWanted({ part: 'resume', secret })}>
                {isProcessing ? 'Check again' : words.action}
              </Button>
              {canCancel && !isProcessing && <Button onPress={() => setWanted({ part: 'cancel', secret })}>Cancel the change</Button>}
            </div>
          }
        >
          {isProcessing ? planChangeTexts.processingEnd : words.about}
        </Notice>
      )}
      {wanted && (
        <OnDemand
          key={wanted.part}
          part={parts[wanted.part]}
          isWanted
          onFailed={close}
          props={{ secret: wanted.secret, isProcessing, onClose: close }}
        />
      )}
    </>
  );
}
