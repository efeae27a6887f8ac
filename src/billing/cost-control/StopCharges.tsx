import { useCallback, useState } from 'react';
import { subscriptionsWrite } from '#contract/permissions.ts';
import { costControlTexts } from '#lib/texts/cost-control.ts';
import { Button } from '#ui/Button/Button.tsx';
import { uiTexts } from '#ui/texts.ts';
import { useRead } from '#billing/shared/data/queries.ts';
import { useCapabilities, useIsAllowed, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { OnDemand, onDemand } from '#billing/shared/page/on-demand.tsx';

const dialog = onDemand(async () => (await import('./StopChargesDialog.tsx')).StopChargesDialog);

const buttonId = 'stop-charges';
const returnFocusTo = () => document.getElementById(buttonId);

export function StopCharges() {
  const slug = useSlug();
  const isServed = useCapabilities()?.includes('budgets') === true;
  const { data, isError } = useRead('listBudgets', { params: { slug } }, isServed);
  const isAllowed = useIsAllowed(subscriptionsWrite);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  if (!isServed || (!data && isError)) return null;
  const stop = data?.budgets.find(({ origin }) => origin);
  return (
    <>
      <Button
        id={buttonId}
        variant="quiet"
        onPress={() => setOpen(true)}
        // The button is shown while the budgets load, because showing it later would shift the layout.
        unavailableReason={isAllowed === false ? costControlTexts.noWrite : data ? undefined : uiTexts.busyReason}
      >
        {stop ? 'Charge usage again' : costControlTexts.stopName}
      </Button>
      <OnDemand part={dialog} isWanted={isOpen} onFailed={close} props={{ isOpen, onClose: close, returnFocusTo, stop }} />
    </>
  );
}
