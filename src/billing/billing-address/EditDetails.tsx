import { useCallback, useState } from 'react';
import type { Customer } from '#contract/types.ts';
import { billingAddressTexts as texts } from '#lib/texts/billing-address.ts';
import { pageTexts } from '#lib/texts/page.ts';
import { Button } from '#ui/Button/Button.tsx';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { OnDemand, onDemand } from '#billing/shared/on-demand.tsx';

const part = onDemand(async () => (await import('./DetailsEditor.tsx')).DetailsEditor);

const buttonId = 'edit-billing-address';

/** The way into the form, whose code comes when it is wanted. Focus goes into the form and comes back here. */
export function EditDetails({ customer, mayWrite }: { customer: Customer; mayWrite: boolean }) {
  const [phase, setPhase] = useState<'closed' | 'opening' | 'open'>('closed');
  const ready = useCallback(() => setPhase('open'), []);
  const fail = useCallback(() => {
    toast({ message: pageTexts.partFailed, severity: 'error', durationMs: toastDurations.long });
    setPhase('closed');
  }, []);
  const close = () => {
    setPhase('closed');
    requestAnimationFrame(() => document.getElementById(buttonId)?.focus());
  };
  return (
    <>
      {phase !== 'open' && (
        <p>
          <Button
            id={buttonId}
            onPress={() => setPhase('opening')}
            isPending={phase === 'opening'}
            pendingMessage="Opening the form..."
            unavailableReason={mayWrite ? undefined : texts.noWrite}
          >
            Edit billing address
          </Button>
        </p>
      )}
      <OnDemand
        part={part}
        isWanted={phase !== 'closed'}
        onFailed={fail}
        props={{ customer, isOpen: phase !== 'closed', onReady: ready, onClose: close }}
      />
    </>
  );
}
