import { frameTexts } from '#lib/texts/frame.ts';
import { Button } from '#ui/Button/Button.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden/VisuallyHidden.tsx';
import { onDemand, OnDemand } from '#billing/shared/page/on-demand.tsx';
import type { FrameOrganization } from './frame-organization.ts';
import { useBarPanel } from './use-bar-panel.ts';
import styles from './BarPanel.module.css';

const list = onDemand(async () => (await import('./OrganizationList.tsx')).OrganizationList);

export function OrganizationMenu({ organization }: { organization: FrameOrganization }) {
  const { isOpen, setOpen, panelId, around } = useBarPanel();
  const close = () => setOpen(false);
  return (
    <div ref={around} className={styles.root}>
      <Button variant="quiet" aria-expanded={isOpen} aria-controls={panelId} trailingIcon="chevronDown" onPress={() => setOpen(!isOpen)}>
        <VisuallyHidden>{frameTexts.organization}</VisuallyHidden>
        <span className={styles.name}>{organization.name}</span>
        {organization.plan !== undefined && <span className={styles.tag}>{organization.plan}</span>}
      </Button>
      <div id={panelId} hidden={!isOpen} className={styles.panel}>
        <OnDemand part={list} isWanted={isOpen} onFailed={close} props={{ organization, onChosen: close }} />
      </div>
    </div>
  );
}
