import { PlanChanges } from './PlanChanges.tsx';
import { panelParts } from './panel-parts.ts';
import { OnDemand } from './shared/on-demand.tsx';
import type { Panel } from './shared/panel.ts';
import { useOrganization } from './shared/use-organization.ts';
import { usePanel, usePanelSwitch } from './shared/use-panel.ts';
import { useSubscription } from './shared/use-subscription.ts';

export { fetchPanelParts } from './panel-parts.ts';

/** The side panels that the address can open, whatever part of the page is alive by then. */
export function Panels() {
  const plan = usePanelState('subscriptionPlan');
  const cap = usePanelState('costControl');
  return (
    <>
      <PlanChanges {...plan} />
      <OnDemand part={panelParts.spendCap} isWanted={cap.isOpen} onFailed={cap.onClose} props={cap} />
    </>
  );
}

/** Open when the address asks for it and what it is about is known. */
function usePanelState(panel: Panel): { isOpen: boolean; onClose: () => void } {
  const current = usePanel();
  const { close } = usePanelSwitch();
  const organization = useOrganization();
  const subscription = useSubscription();
  return { isOpen: current === panel && organization.data !== undefined && subscription.kind === 'ready', onClose: close };
}
