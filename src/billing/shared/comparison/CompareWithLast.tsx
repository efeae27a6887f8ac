import { useCallback, useState } from 'react';
import type { Profile } from '#contract/types.ts';
import { Button } from '#ui/Button/Button.tsx';
import { OnDemand, onDemand, type OnDemandPart } from '#billing/shared/page/on-demand.tsx';
import { useCapabilities } from '#billing/shared/data/use-billing-data.ts';
import styles from './Comparison.module.css';

type Capability = Profile['capabilities'][number];

const upcoming = onDemand<object>(async () => (await import('./Comparison.tsx')).UpcomingComparison);
const noProps = {};

export const CompareUpcoming = () => <CompareButton title="Compare with the last invoice" part={upcoming} props={noProps} />;

interface ComparingProps<P extends object> {
  title: string;
  /** Extension of the platform without which there is no button. */
  needs?: Capability;
  part: OnDemandPart<P>;
  props: P;
}

/** Button that opens a part below it. */
export function CompareButton<P extends object>({ title, needs = 'budgets', part, props }: ComparingProps<P>) {
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  if (useCapabilities()?.includes(needs) !== true) return null;
  return (
    <div data-print="never" className={styles.place}>
      <Button variant="quiet" aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
        {title}
      </Button>
      <div hidden={!isOpen} className={styles.opened}>
        <OnDemand part={part} isWanted={isOpen} onFailed={close} props={props} />
      </div>
    </div>
  );
}
