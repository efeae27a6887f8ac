import { useCallback, useRef, useState } from 'react';
import { customerWrite } from '#contract/permissions.ts';
import type { Invoice } from '#contract/types.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import { billingAddressTexts } from '#lib/texts/billing-address.ts';
import { Button } from '#ui/Button/Button.tsx';
import { useCapabilities, useIsAllowed } from '#billing/shared/data/use-billing-data.ts';
import { useCustomer } from '#billing/shared/data/use-customer.ts';
import { OnDemand, onDemand } from '#billing/shared/page/on-demand.tsx';

const dialog = onDemand(async () => (await import('./CorrectBuyerDialog.tsx')).CorrectBuyerDialog);

export function CorrectBuyer({ invoice }: { invoice: Invoice }) {
  const isServed = useCapabilities()?.includes('buyer-correction') === true;
  const mayWrite = useIsAllowed(customerWrite);
  const customer = useCustomer();
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const place = useRef<HTMLSpanElement>(null);
  const returnFocusTo = useCallback(() => place.current?.querySelector('button') ?? null, []);
  const { billed_to: billedTo } = invoice;
  if (!isServed || !billedTo || customer.kind !== 'ready' || invoice.status === 'draft' || invoice.status === 'void') return null;
  return (
    <span ref={place}>
      <Button
        id="correct-buyer"
        nameSuffix={`, invoice ${invoice.number}`}
        onPress={() => setOpen(true)}
        unavailableReason={mayWrite === false ? billingAddressTexts.noWrite : undefined}
      >
        {invoicesTexts.correctBuyer}
      </Button>
      <OnDemand
        part={dialog}
        isWanted={isOpen}
        onFailed={close}
        props={{ isOpen, onClose: close, returnFocusTo, invoice, billedTo, customer: customer.data }}
      />
    </span>
  );
}
