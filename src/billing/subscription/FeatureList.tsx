import type { PlanFeature } from '#billing/shared/change-plan/plan-metadata.ts';
import styles from '#billing/shared/change-plan/ChangePlan.module.css';

/** What is gained or lost, under its own heading. */
export function FeatureList({ title, features }: { title: string; features: readonly PlanFeature[] }) {
  if (features.length === 0) return null;
  return (
    <div className={styles.block}>
      <h3 className={styles.heading}>{title}</h3>
      <ul role="list" data-marked className={styles.features}>
        {features.map(({ text, subText }) => (
          <li key={text}>
            {text}
            {subText !== undefined && <span className={styles.small}>{` (${subText})`}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
