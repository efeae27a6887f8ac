import { useCallback, useState } from 'react';
import { Button } from '#ui/Button/Button.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { onDemand, OnDemand } from '#billing/shared/on-demand.tsx';
import { useCapabilities } from '#billing/shared/use-capabilities.ts';
import { useSubscription } from '#billing/shared/use-subscription.ts';
import styles from './SubscriptionSection.module.css';

const parts = {
  resume: onDemand(async () => (await import('./ResumeDialog.tsx')).ResumeDialog),
  cancel: onDemand(async () => (await import('./CancelChangeDialog.tsx')).CancelChangeDialog),
};

/** What is told of a payment that goes on by itself: here, for the code of the dialogs that tell it too comes later. */
export const processingWords = {
  title: 'Your payment is on its way',
  end: 'Your plan changes by itself when the payment has gone through.',
};

/**
 * A change whose payment still waits, as after a closed tab: it can be continued, or canceled where the platform can. While the
 * bank is processing it nobody can do anything but look again. Only billing writers see it.
 */
export function PendingChange() {
  const subscription = useSubscription();
  const data = subscription.kind === 'ready' ? subscription.data : null;
  const secret = data?.pending_payment_intent_secret ?? null;
  const isProcessing = data?.pending_payment_is_processing ?? false;
  const canCancel = useCapabilities()?.includes('pending-change');
  const [wanted, setWanted] = useState<{ part: keyof typeof parts; secret: string } | null>(null);
  const close = useCallback(() => setWanted(null), []);
  // A dialog that was opened goes on when the payment that it is about is settled meanwhile.
  return (
    <>
      {secret !== null && (
        <Notice
          variant={isProcessing ? 'info' : 'warning'}
          title={isProcessing ? processingWords.title : 'A change of your plan is waiting for its payment'}
          actions={
            <div className={styles.actions}>
              <Button variant={isProcessing ? 'secondary' : 'primary'} onPress={() => setWanted({ part: 'resume', secret })}>
                {isProcessing ? 'Check again' : 'Continue the payment'}
              </Button>
              {canCancel && !isProcessing && <Button onPress={() => setWanted({ part: 'cancel', secret })}>Cancel the change</Button>}
            </div>
          }
        >
          {isProcessing ? processingWords.end : 'Your plan stays as it is until the payment is confirmed.'}
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
