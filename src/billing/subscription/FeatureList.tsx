import type { PlanFeature } from '#billing/shared/change-plan/plan-features.ts';
import styles from '#billing/shared/change-plan/ChangePlan.module.css';

export function FeatureList({ title, features }: { title: string; features: readonly PlanFeature[] }) {
  if (features.length === 0) return null;
  return (
    <div className={styles.block}>
      <h3 className={styles.heading}>{title}</h3>
      <ul role="list" data-marked className={styles.features}>
        {features.map(({ text, sub_text: small }) => (
          <li key={text}>
            {text}
            {small !== undefined && <span className={styles.small}>{` (${small})`}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
