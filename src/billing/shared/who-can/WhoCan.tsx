import { useCallback, useState } from 'react';
import { Button } from '#ui/Button/Button.tsx';
import { OnDemand, onDemand } from '#billing/shared/page/on-demand.tsx';
import type { WhoCanProps } from './WhoCanDialog.tsx';
import { useCapabilities } from '#billing/shared/data/use-billing-data.ts';

const dialog = onDemand(async () => (await import('./WhoCanDialog.tsx')).WhoCanDialog);

/** Hidden if the platform can't list members. */
export function WhoCan(props: WhoCanProps) {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  if (!useCapabilities()?.includes('members')) return null;
  return (
    <p>
      <Button nameSuffix={`, ${props.subject}`} onPress={() => setOpen(true)}>
        Who can do this
      </Button>
      <OnDemand part={dialog} isWanted={isOpen} onFailed={close} props={{ ...props, isOpen, onClose: close }} />
    </p>
  );
}
