import { useCallback, useState } from 'react';
import { paymentMethodsTexts as texts } from '#lib/texts/payment-methods.ts';
import { Button } from '#ui/Button/Button.tsx';
import { OnDemand, onDemand } from '#billing/shared/on-demand.tsx';
import { paymentMethodsWrite } from '#billing/shared/required-permissions.ts';
import { useIsAllowed } from '#billing/shared/use-organization.ts';
import styles from './PaymentMethods.module.css';

const panel = onDemand(async () => (await import('./AddCardPanel.tsx')).AddCardPanel);

/** The button that opens the panel for a new card. */
export function AddCard() {
  const [isOpen, setOpen] = useState(false);
  const mayWrite = useIsAllowed(paymentMethodsWrite);
  const close = useCallback(() => setOpen(false), []);
  return (
    <p className={styles.actions}>
      <Button aria-haspopup="dialog" onPress={() => setOpen(true)} unavailableReason={mayWrite === false ? texts.noWrite : undefined}>
        {texts.addCard}
      </Button>
      <OnDemand part={panel} isWanted={isOpen} onFailed={close} props={{ isOpen, onClose: close }} />
    </p>
  );
}
