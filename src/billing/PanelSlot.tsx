import { useEffect } from 'react';
import { useFollowUp } from './shared/change-plan/finished-change.ts';
import { OnDemand, onDemand } from './shared/page/on-demand.tsx';
import { useSlug } from './shared/data/use-billing-data.ts';
import { usePanel, usePanelSwitch } from './shared/page/use-panel.ts';

const panels = onDemand(async () => {
  const { Panels, fetchPanelParts } = await import('./Panels.tsx');
  fetchPanelParts();
  return Panels;
});
const none = {};

/** Opening a panel scrolls the page to the top. Closing the panel scrolls back, because returning the focus does not scroll. */
export function PanelSlot() {
  const panel = usePanel();
  const { close } = usePanelSwitch();
  const followUp = useFollowUp(useSlug());
  useEffect(() => {
    if (panel === null) return;
    const place = window.scrollY;
    window.scrollTo(0, 0);
    return () => window.scrollTo(0, place);
  }, [panel]);
  return <OnDemand part={panels} isWanted={panel !== null || followUp !== null} onFailed={close} props={none} />;
}
