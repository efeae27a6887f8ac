import { EmptyState } from '#ui/EmptyState/EmptyState.tsx';
import { useSettings } from '#design/gallery/settings.ts';
import { useTokenParts } from '#design/tokens/use-token-parts.ts';
import { sectionScenarios, type Scenario, type SectionScenarios } from '#a11y/states/scenarios.ts';
import { SectionFrame } from './SectionFrame.tsx';
import styles from './SectionsView.module.css';

export function SectionsView() {
  const { name } = useSettings();
  const parts = useTokenParts();
  const wanted = name.trim().toLowerCase();
  const isWanted = ({ title }: SectionScenarios, { state, organization, member }: Scenario) =>
    `${title} ${state} ${organization} ${member}`.toLowerCase().includes(wanted);
  const sections = sectionScenarios
    .filter(({ folder }) => parts === null || parts.has(`billing/${folder}`))
    .map((section) => ({ ...section, scenarios: section.scenarios.filter((scenario) => isWanted(section, scenario)) }))
    .filter(({ scenarios }) => scenarios.length > 0);
  const count = sections.reduce((total, { scenarios }) => total + scenarios.length, 0);
  return (
    <section aria-labelledby="sections-heading" className={styles.root}>
      <div>
        <h2 id="sections-heading" className={styles.heading}>
          Sections
        </h2>
        <p className={styles.state}>{`${count} states. Each frame has its own member; your own session is left alone.`}</p>
      </div>
      {count === 0 && <EmptyState>No state has this name and uses this token.</EmptyState>}
      {sections.map((section) => (
        <section key={section.title} aria-labelledby={`section-${section.folder}`} className={styles.section}>
          <h3 id={`section-${section.folder}`} className={styles.name}>
            {section.title}
          </h3>
          {section.scenarios.map((scenario) => (
            <SectionFrame
              key={`${scenario.state} ${scenario.organization}`}
              scenario={scenario}
              title={section.title}
              anchor={section.anchor}
            />
          ))}
        </section>
      ))}
    </section>
  );
}
