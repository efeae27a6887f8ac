import { useCallback, useState } from 'react';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { OnDemand, onDemand } from '#billing/shared/on-demand.tsx';
import { useCapabilities } from '#billing/shared/use-capabilities.ts';

const history = onDemand(async () => (await import('./CreditHistory.tsx')).CreditHistory);

/** The credit history, read when it is opened. A platform without one shows nothing here. */
export function HistoryDisclosure() {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  if (!useCapabilities()?.includes('credit-history')) return null;
  return (
    <Disclosure title="Credit history" isExpanded={isOpen} onExpandedChange={setOpen}>
      <OnDemand part={history} isWanted={isOpen} onFailed={close} props={{}} />
    </Disclosure>
  );
}
