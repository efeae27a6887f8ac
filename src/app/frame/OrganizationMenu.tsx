import { frameTexts } from '#lib/texts/frame.ts';
import { Button } from '#ui/Button/Button.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden/VisuallyHidden.tsx';
import { onDemand, OnDemand } from '#billing/shared/page/on-demand.tsx';
import type { FrameOrganization } from './frame-organization.ts';
import { useBarPanel } from './use-bar-panel.ts';
import styles from './BarPanel.module.css';

const list = onDemand(async () => (await import('./OrganizationList.tsx')).OrganizationList);

/** Minimum length of a name that can be shortened. `endLength` is the length of the end that stays visible. */
const longName = 20;
const endLength = 8;

function OrganizationName({ children: name }: { children: string }) {
  const signs = Array.from(name);
  if (signs.length < longName)
    return (
      <>
        <VisuallyHidden>{frameTexts.organization}</VisuallyHidden>
        <span className={styles.name}>{name}</span>
      </>
    );
  return (
    <>
      <VisuallyHidden>{frameTexts.organization + name}</VisuallyHidden>
      <span aria-hidden="true" className={styles.long} translate="no">
        <span className={styles.start}>{signs.slice(0, -endLength).join('')}</span>
        <span>{signs.slice(-endLength).join('')}</span>
      </span>
    </>
  );
}

export function OrganizationMenu({ organization }: { organization: FrameOrganization }) {
  const { isOpen, setOpen, panelId, around } = useBarPanel();
  const close = () => setOpen(false);
  return (
    <div ref={around} className={styles.root}>
      <Button variant="quiet" aria-expanded={isOpen} aria-controls={panelId} trailingIcon="chevronDown" onPress={() => setOpen(!isOpen)}>
        <OrganizationName>{organization.name}</OrganizationName>
        {organization.plan !== undefined && <span className={styles.tag}>{organization.plan}</span>}
      </Button>
      <div id={panelId} hidden={!isOpen} className={styles.panel}>
        <OnDemand part={list} isWanted={isOpen} onFailed={close} props={{ organization, onChosen: close }} />
      </div>
    </div>
  );
}
