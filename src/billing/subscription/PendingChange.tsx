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

/**
 * A change whose payment still waits, as after a closed tab: it can be continued, or canceled where the platform can. Only
 * billing writers see it.
 */
export function PendingChange() {
  const subscription = useSubscription();
  const secret = subscription.kind === 'ready' ? subscription.data.pending_payment_intent_secret : null;
  const canCancel = useCapabilities()?.includes('pending-change');
  const [wanted, setWanted] = useState<{ part: keyof typeof parts; secret: string } | null>(null);
  const close = useCallback(() => setWanted(null), []);
  // A dialog that was opened goes on when the payment that it is about is settled meanwhile.
  return (
    <>
      {secret !== null && (
        <Notice
          variant="warning"
          title="A change of your plan is waiting for its payment"
          actions={
            <div className={styles.actions}>
              <Button variant="primary" onPress={() => setWanted({ part: 'resume', secret })}>
                Continue the payment
              </Button>
              {canCancel && <Button onPress={() => setWanted({ part: 'cancel', secret })}>Cancel the change</Button>}
            </div>
          }
        >
          Your plan stays as it is until the payment is confirmed.
        </Notice>
      )}
      {wanted && (
        <OnDemand key={wanted.part} part={parts[wanted.part]} isWanted onFailed={close} props={{ secret: wanted.secret, onClose: close }} />
      )}
    </>
  );
}
