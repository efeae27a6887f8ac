import { useEffect, useState } from 'react';
import { useFollowUp } from './shared/change-plan/finished-change.ts';
import { OnDemand, onDemand } from './shared/on-demand.tsx';
import { whenFree } from './shared/release.ts';
import { useSlug } from './shared/use-organization.ts';
import { usePanel, usePanelSwitch } from './shared/use-panel.ts';

const panels = onDemand(async () => (await import('./Panels.tsx')).Panels);
const none = {};

/** Where the side panels are drawn, and what follows a change. An address that asks for a panel shows the page from its top. */
export function PanelSlot() {
  const panel = usePanel();
  const { close } = usePanelSwitch();
  const followUp = useFollowUp(useSlug());
  // There before they are asked for, they fetch ahead what is in them.
  const [isAhead, setAhead] = useState(false);
  useEffect(() => whenFree(() => setAhead(true)), []);
  useEffect(() => {
    if (panel !== null) window.scrollTo(0, 0);
  }, [panel]);
  const isAsked = panel !== null || followUp !== null;
  return <OnDemand part={panels} isWanted={isAsked || isAhead} isUnasked={!isAsked} onFailed={close} props={none} />;
}
