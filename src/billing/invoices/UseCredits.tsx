import { useCallback, useRef, useState } from 'react';
import { subscriptionsRead, subscriptionsWrite } from '#contract/permissions.ts';
import type { Invoice } from '#contract/types.ts';
import { creditForInvoice } from '#lib/charge.ts';
import { invoicesTexts as texts } from '#lib/texts/invoices.ts';
import { Button } from '#ui/Button/Button.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { useCapabilities, useIsAllowed, useOrganization, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { OnDemand, onDemand } from '#billing/shared/page/on-demand.tsx';
import { isSectionVisible } from '#billing/shared/page/sections.ts';

const dialog = onDemand(async () => (await import('./UseCreditsDialog.tsx')).UseCreditsDialog);

interface CreditUse {
  readonly invoice: Pick<Invoice, 'id' | 'number' | 'amount_due'>;
  readonly usedCents: number;
  readonly balanceCents: number;
}

/** Credit balance in cents that this member may use for invoices. */
export function useSpendableCredits(): number {
  const slug = useSlug();
  const organization = useOrganization().data;
  const isServed = useCapabilities()?.includes('use-credits') === true;
  const mayRead = useIsAllowed(subscriptionsRead) === true;
  const mayPay = useIsAllowed(subscriptionsWrite) === true;
  const balanceCents = useRead('getSubscription', { params: { slug } }, mayRead).data?.customer_balance ?? 0;
  return isServed && mayPay && organization && isSectionVisible('credits-balance', organization) ? balanceCents : 0;
}

export function UseCredits({ invoice }: { invoice: Pick<Invoice, 'id' | 'number' | 'amount_due'> }) {
  const balanceCents = useSpendableCredits();
  const [opened, setOpened] = useState<CreditUse | null>(null);
  const close = useCallback(() => setOpened(null), []);
  const place = useRef<HTMLSpanElement>(null);
  const returnFocusTo = useCallback(() => place.current?.querySelector('button') ?? document.getElementById('invoices-heading'), []);
  const usedCents = creditForInvoice(invoice.amount_due, balanceCents);
  const isOffered = usedCents > 0;
  const isOpen = opened !== null;
  if (!isOffered && !isOpen) return null;
  const current = { invoice, usedCents, balanceCents };
  // If another member uses the credit, an open dialog keeps its amounts and its error message.
  const use = isOffered ? current : (opened ?? current);
  return (
    <span ref={place}>
      {isOffered && (
        <Button nameSuffix={`, invoice ${invoice.number}`} onPress={() => setOpened(current)}>
          {texts.payWithCredits}
        </Button>
      )}
      <OnDemand part={dialog} isWanted={isOpen} onFailed={close} props={{ isOpen, onClose: close, returnFocusTo, ...use }} />
    </span>
  );
}
