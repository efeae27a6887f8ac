import { useCallback } from 'react';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { pageTexts } from '#lib/texts/page.ts';
import { OnDemand, onDemand } from './shared/on-demand.tsx';
import type { Panel } from './shared/panel.ts';
import { useOrganization } from './shared/use-organization.ts';
import { usePanel } from './shared/use-panel.ts';
import { useSubscription } from './shared/use-subscription.ts';

const parts = {
  subscriptionPlan: onDemand(async () => (await import('./subscription/PlanPanel.tsx')).PlanPanel),
  costControl: onDemand(async () => (await import('./cost-control/SpendCapPanel.tsx')).SpendCapPanel),
};

/** The side panels that the address can open, whatever part of the page is alive by then. */
export function Panels() {
  return (
    <>
      <PanelSlot panel="subscriptionPlan" />
      <PanelSlot panel="costControl" />
    </>
  );
}

/** Opens when the address asks for it and what it is about is known. */
function PanelSlot({ panel }: { panel: Panel }) {
  const { current, close } = usePanel();
  const organization = useOrganization();
  const subscription = useSubscription();
  const isOpen = current === panel && organization.data !== undefined && subscription.kind === 'ready';
  const fail = useCallback(() => {
    toast({ message: pageTexts.partFailed, severity: 'error', durationMs: toastDurations.long });
    close();
  }, [close]);
  return <OnDemand part={parts[panel]} isWanted={isOpen} onFailed={fail} props={{ isOpen, onClose: close }} />;
}
