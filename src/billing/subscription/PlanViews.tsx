import { useState, type ReactNode } from 'react';
import type { PlanId } from '#contract/types.ts';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { ToggleButtonGroup } from '#ui/ToggleButtonGroup/ToggleButtonGroup.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { PlanComparison } from './PlanComparison.tsx';
import { PlanOffers } from './PlanOffers.tsx';
import styles from './PlanPanel.module.css';

const views = [
  { id: 'plans', label: 'Plans' },
  { id: 'comparison', label: 'Comparison' },
] as const;

type View = (typeof views)[number]['id'];

export function PlanViews({ pricing, onChoose }: { pricing: ReactNode; onChoose: (plan: PlanId) => void }) {
  const slug = useSlug();
  const [view, setView] = useState<View>('plans');
  const query = useRead('listPlans', { params: { slug } });
  const failed = failureOf(query);
  const { plans: offers, words = [] } = query.data ?? {};
  return (
    <>
      <div className={styles.head}>
        <ToggleButtonGroup label="Show plans as" options={views} selectedKey={view} onSelectionChange={setView} />
        {pricing}
      </div>
      {failed && <ReadFailure subject="plans" title="Failed to retrieve plans" failed={failed} />}
      {!failed && !offers && <LoadingSheet lines={8} />}
      {offers && view === 'plans' && <PlanOffers offers={offers} words={words} onChoose={onChoose} />}
      {offers && view === 'comparison' && <PlanComparison offers={offers} words={words} />}
    </>
  );
}
