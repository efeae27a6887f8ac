import { useCallback, useRef, useState } from 'react';
import { organizationUpdate } from '#contract/permissions.ts';
import type { Invoice } from '#contract/types.ts';
import { noticesTexts as texts } from '#lib/texts/notices.ts';
import { Button } from '#ui/Button/Button.tsx';
import { useIsAllowed } from '#billing/shared/data/use-billing-data.ts';
import { OnDemand, onDemand } from '#billing/shared/page/on-demand.tsx';
import { WhoCan } from '#billing/shared/who-can/WhoCan.tsx';

const dialog = onDemand(async () => (await import('./SendAgainDialog.tsx')).SendAgainDialog);

export function SendAgain({ invoice }: { invoice: Pick<Invoice, 'id' | 'number' | 'status'> }) {
  const maySend = useIsAllowed(organizationUpdate);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const place = useRef<HTMLDivElement>(null);
  const returnFocusTo = useCallback(() => place.current?.querySelector('button') ?? null, []);
  const denied = maySend === false ? texts.noSend : undefined;
  return (
    <div data-print="never" ref={place}>
      <Button
        id="send-again"
        nameSuffix={`, invoice ${invoice.number}`}
        onPress={() => setOpen(true)}
        unavailableReason={denied ?? (invoice.status === 'draft' ? texts.draft : undefined)}
      >
        {texts.sendAgain}
      </Button>
      {denied !== undefined && <WhoCan may="organization_update" why={denied} subject={texts.sent} at="#sent" />}
      <OnDemand part={dialog} isWanted={isOpen} onFailed={close} props={{ isOpen, onClose: close, returnFocusTo, invoice }} />
    </div>
  );
}
