import { useState, type ReactNode } from 'react';
import type { PlanId, Shape } from '#contract/types.ts';
import { Button } from '#ui/Button/Button.tsx';
import { Icon } from '#ui/Icon/Icon.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { useRead } from '#billing/shared/queries.ts';
import { ReadFailure } from '#billing/shared/ReadFailure.tsx';
import { failureOf } from '#billing/shared/section-state.ts';
import { useSlug } from '#billing/shared/use-organization.ts';
import { PlanComparison } from './PlanComparison.tsx';
import { PlanOffers } from './PlanOffers.tsx';
import styles from './PlanPanel.module.css';

export type PlanOffer = Shape<'PlanList'>['plans'][number];

const views = [
  { id: 'plans', label: 'Plans' },
  { id: 'comparison', label: 'Comparison' },
] as const;

type View = (typeof views)[number]['id'];

/** The plans as slips side by side, or in one table. */
export function PlanViews({ pricing, onChoose }: { pricing: ReactNode; onChoose: (plan: PlanId) => void }) {
  const slug = useSlug();
  const [view, setView] = useState<View>('plans');
  const query = useRead('listPlans', { params: { slug } });
  const failed = failureOf(query);
  const offers = query.data?.plans;
  return (
    <>
      <div className={styles.head}>
        <div role="group" aria-label="Show plans as" className={styles.views}>
          {views.map(({ id, label }) => (
            <Button key={id} variant={view === id ? 'secondary' : 'quiet'} aria-pressed={view === id} onPress={() => setView(id)}>
              {view === id && <Icon name="check" />}
              {label}
            </Button>
          ))}
        </div>
        {pricing}
      </div>
      {failed && <ReadFailure subject="plans" title="Failed to retrieve plans" failed={failed} />}
      {!failed && !offers && <LoadingSheet lines={8} />}
      {offers && view === 'plans' && <PlanOffers offers={offers} onChoose={onChoose} />}
      {offers && view === 'comparison' && <PlanComparison offers={offers} />}
    </>
  );
}
