import { useState } from 'react';
import { pageTexts } from '#lib/texts/page.ts';
import { SidePanel } from '#ui/SidePanel/SidePanel.tsx';
import { panelButtonId } from '#billing/shared/page/panel.ts';
import { useSubscription } from '#billing/shared/data/use-billing-data.ts';
import { SpendCapForm } from './SpendCapForm.tsx';

export function SpendCapPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const subscription = useSubscription();
  const [isBusy, setIsBusy] = useState(false);
  return (
    <SidePanel
      isOpen={isOpen}
      isInAddress
      onOpenChange={onClose}
      title={pageTexts.spendCapPanel}
      busyMessage={isBusy ? 'Updating the spend cap...' : null}
      returnFocusTo={() => document.getElementById(panelButtonId('costControl'))}
    >
      {subscription.kind === 'ready' && <SpendCapForm subscription={subscription.data} onClose={onClose} onBusy={setIsBusy} />}
    </SidePanel>
  );
}
