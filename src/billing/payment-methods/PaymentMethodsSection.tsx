import { useCallback, useState, type ReactNode } from 'react';
import type { PaymentMethod } from '#contract/types.ts';
import { paymentMethodsTexts as texts } from '#lib/texts/payment-methods.ts';
import { supportAddress } from '#lib/addresses.ts';
import { EmptyState } from '#ui/EmptyState/EmptyState.tsx';
import { SectionLead } from '#ui/SectionSheet/SectionLead.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { Button } from '#ui/Button/Button.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { HydrationMarker } from '#billing/shared/page/HydrationMarker.tsx';
import { SectionSkeleton } from '#billing/shared/page/SectionSkeleton.tsx';
import { NoPermission } from '#billing/shared/who-can/NoPermission.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { paymentMethodsWrite } from '#contract/permissions.ts';
import { sectionTitles } from '#billing/shared/page/sections.ts';
import { useIsAllowed } from '#billing/shared/data/use-billing-data.ts';
import { WhoCan } from '#billing/shared/who-can/WhoCan.tsx';
import { usePaymentMethods } from '#billing/shared/data/use-payment-methods.ts';
import { OnDemand, onDemand } from '#billing/shared/page/on-demand.tsx';
import { CardRow } from './CardRow.tsx';
import { usePaysByInvoice } from './use-pays-by-invoice.ts';
import styles from './PaymentMethods.module.css';

const panel = onDemand(async () => (await import('./AddCardPanel.tsx')).AddCardPanel);

function AddCard({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const mayWrite = useIsAllowed(paymentMethodsWrite);
  const close = useCallback(() => setOpen(false), []);
  return (
    <SectionLead
      action={
        <>
          <Button id="add-card" onPress={() => setOpen(true)} unavailableReason={mayWrite === false ? texts.noWrite : undefined}>
            {texts.addCard}
          </Button>
          <OnDemand part={panel} isWanted={isOpen} onFailed={close} props={{ isOpen, onClose: close }} />
        </>
      }
    >
      {children}
    </SectionLead>
  );
}

export function PaymentMethodsSection() {
  const state = usePaymentMethods();
  const paysByInvoice = usePaysByInvoice();
  const mayWrite = useIsAllowed(paymentMethodsWrite);
  return (
    <SectionSheet
      id="payment-methods"
      title={sectionTitles['payment-methods']}
      state={state.kind === 'ready' ? stateLine(state.data.length, paysByInvoice) : undefined}
      isBusy={state.kind === 'loading'}
    >
      {state.kind === 'loading' && <SectionSkeleton of="payment-methods" />}
      {state.kind === 'denied' && <NoPermission anchor="payment-methods">{texts.noRead}</NoPermission>}
      {state.kind === 'failed' && <ReadFailure subject="payment methods" title={texts.failed} failed={state} />}
      {state.kind === 'ready' && (
        <>
          <AddCard>
            {paysByInvoice ? <InvoicePayer /> : state.data.length > 0 ? <p>{texts.about}</p> : <EmptyState>{texts.empty}</EmptyState>}
          </AddCard>
          <Cards methods={state.data} />
          {mayWrite === false && (
            <>
              <p className={styles.remark}>{texts.noWrite}</p>
              <WhoCan may="billing_write" why={texts.noWrite} subject={sectionTitles['payment-methods']} at="#payment-methods" />
            </>
          )}
        </>
      )}
      <HydrationMarker boundary="payment-methods" />
    </SectionSheet>
  );
}

function stateLine(count: number, paysByInvoice: boolean): string {
  if (paysByInvoice) return 'Paid by invoice';
  return count === 0 ? 'No card' : count === 1 ? '1 card' : `${count} cards`;
}

function Cards({ methods }: { methods: readonly PaymentMethod[] }) {
  if (methods.length === 0) return null;
  return (
    <ul className={styles.cards} aria-label="Cards">
      {methods.map((method) => (
        <CardRow key={method.id} method={method} count={methods.length} />
      ))}
    </ul>
  );
}

function InvoicePayer() {
  return (
    <Notice variant="info" title={texts.byInvoice}>
      {'To pay by card instead, '}
      <TextLink isInText href={supportAddress}>
        contact support
      </TextLink>
    </Notice>
  );
}
