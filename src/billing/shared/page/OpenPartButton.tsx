import { useState } from 'react';
import type { Profile } from '#contract/types.ts';
import { Button } from '#ui/Button/Button.tsx';
import { useCapabilities } from '#billing/shared/data/use-billing-data.ts';
import { OnDemand, type OnDemandPart } from './on-demand.tsx';
import styles from './OpenPartButton.module.css';

export interface OpenPartButtonProps<P extends object> {
  id?: string;
  title: string;
  needs?: Profile['capabilities'][number];
  part: OnDemandPart<P>;
  props: P;
}

export function OpenPartButton<P extends object>({ id, title, needs, part, props }: OpenPartButtonProps<P>) {
  const [isOpen, setIsOpen] = useState(false);
  const capabilities = useCapabilities();
  if (needs && !capabilities?.includes(needs)) return null;
  return (
    <>
      <Button id={id} data-print="never" aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
        {title}
      </Button>
      <div data-print="never" hidden={!isOpen} className={styles.opened}>
        <OnDemand part={part} isWanted={isOpen} onFailed={() => setIsOpen(false)} props={props} />
      </div>
    </>
  );
}
