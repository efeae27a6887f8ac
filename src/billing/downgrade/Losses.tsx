import type { ReactNode } from 'react';
import type { LostAddons } from './removed-addons.ts';
import type { DowngradeFacts } from './use-downgrade-facts.ts';
import styles from './Downgrade.module.css';

export function Losses({ facts: { addons, projects, features } }: { facts: DowngradeFacts }) {
  const byHand = addons.filter((project) => project.byHand.length > 0);
  return (
    <div className={styles.losses}>
      <AddonList title="Add-ons that will be removed" addons={addons} of="removed" />
      <AddonList title="Add-ons that you have to remove yourself" addons={byHand} of="byHand">
        <p>They are not removed with the plan. Remove them in the settings of each project.</p>
      </AddonList>
      <NameList title="Projects that will restart" names={projects.restarting}>
        <p>Their compute becomes smaller. They are not available for a few minutes.</p>
      </NameList>
      <NameList title="Branches that will be paused" names={projects.pausing} />
      <NameList
        title="Features you'll lose"
        names={features.map(({ text, sub_text: small }) => (small === undefined ? text : `${text} (${small})`))}
      />
    </div>
  );
}

interface ListProps {
  title: string;
  names: readonly string[];
  children?: ReactNode;
}

function NameList({ title, names, children }: ListProps) {
  if (names.length === 0) return null;
  return (
    <div>
      <h3 className={styles.title}>{title}</h3>
      {children}
      <ul role="list" data-marked className={styles.names}>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  );
}

interface AddonListProps {
  title: string;
  addons: readonly LostAddons[];
  of: 'removed' | 'byHand';
  children?: ReactNode;
}

function AddonList({ title, addons, of, children }: AddonListProps) {
  const names = addons.flatMap((project) => (project[of].length === 0 ? [] : [`${project.name}: ${project[of].join('; ')}`]));
  return (
    <NameList title={title} names={names}>
      {children}
    </NameList>
  );
}
