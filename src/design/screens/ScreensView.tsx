import { EmptyState } from '#ui/EmptyState/EmptyState.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { states } from '#a11y/states/catalogue.ts';
import type { State } from '#a11y/states/state.ts';
import { describeStep } from '#a11y/states/words.ts';
import { designAddresses } from '#design/addresses.ts';
import { useSettings } from '#design/gallery/settings.ts';
import styles from './ScreensView.module.css';

export function ScreensView() {
  const wanted = useSettings().name.trim().toLowerCase();
  const shown = states.filter(({ name, member, address }) => `${name} ${member ?? ''} ${address}`.toLowerCase().includes(wanted));
  return (
    <section aria-labelledby="screens-heading" className={styles.root}>
      <div>
        <h2 id="screens-heading" className={styles.heading}>
          Screens
        </h2>
        <p className={styles.about}>{`${shown.length} states. Each opens as its own member; your own session is left alone.`}</p>
      </div>
      {shown.length === 0 && <EmptyState>No state has this name.</EmptyState>}
      <ul>
        {shown.map((state) => (
          <li key={state.name} className={styles.state}>
            <ScreenState state={state} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ScreenState({ state: { name, member, address, steps } }: { state: State }) {
  return (
    <>
      <span className={styles.name}>{name}</span>
      <span className={styles.about}>{`${member ?? 'signed out'} at ${address}`}</span>
      <TextLink href={member === null ? address : designAddresses.frame(member, address)} opensInNewTab nameSuffix={`, ${name}`}>
        Open
      </TextLink>
      {steps.length > 0 && <p className={styles.steps}>{steps.map(describeStep).join(', then ')}</p>}
    </>
  );
}
