import { useCallback, useState } from 'react';
import { pageTexts } from '#lib/texts/page.ts';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { OnDemand, onDemand } from '#billing/shared/on-demand.tsx';
import { useCapabilities } from '#billing/shared/use-capabilities.ts';

const history = onDemand(async () => (await import('./CreditHistory.tsx')).CreditHistory);

/** The credit history, read when it is opened. A platform without one shows nothing here. */
export function HistoryDisclosure() {
  const [isOpen, setOpen] = useState(false);
  const fail = useCallback(() => {
    setOpen(false);
    toast({ message: pageTexts.partFailed, severity: 'error', durationMs: toastDurations.long });
  }, []);
  if (!useCapabilities()?.includes('credit-history')) return null;
  return (
    <Disclosure title="Credit history" isExpanded={isOpen} onExpandedChange={setOpen}>
      <OnDemand part={history} isWanted={isOpen} onFailed={fail} props={{}} />
    </Disclosure>
  );
}
