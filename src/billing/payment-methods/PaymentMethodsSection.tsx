import type { PaymentMethod } from '#contract/types.ts';
import { paymentMethodsTexts as texts } from '#lib/texts/payment-methods.ts';
import { EmptyState } from '#ui/EmptyState/EmptyState.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { Alive } from '#billing/shared/Alive.tsx';
import { ComingLines } from '#billing/shared/ComingLines.tsx';
import { NoPermission } from '#billing/shared/NoPermission.tsx';
import { ReadFailure } from '#billing/shared/ReadFailure.tsx';
import { paymentMethodsWrite } from '#billing/shared/required-permissions.ts';
import { sectionTitles } from '#billing/shared/sections.ts';
import { useIsAllowed } from '#billing/shared/use-organization.ts';
import { WhoCan } from '#billing/shared/who-can/WhoCan.tsx';
import { AddCard } from './AddCard.tsx';
import { CardRow } from './CardRow.tsx';
import { InvoicePayer } from './InvoicePayer.tsx';
import { usePaymentMethods } from '#billing/shared/use-payment-methods.ts';
import { usePaysByInvoice } from './use-pays-by-invoice.ts';
import styles from './PaymentMethods.module.css';

/** The cards that invoices can be charged to. */
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
      {state.kind === 'loading' && <ComingLines of="payment-methods" />}
      {state.kind === 'denied' && <NoPermission anchor="payment-methods">{texts.noRead}</NoPermission>}
      {state.kind === 'failed' && <ReadFailure subject="payment methods" title={texts.failed} failed={state} />}
      {state.kind === 'ready' && (
        <>
          {paysByInvoice && <InvoicePayer />}
          <Cards methods={state.data} isEmptyExpected={paysByInvoice} />
          <AddCard />
          {mayWrite === false && (
            <>
              <p className={styles.remark}>{texts.noWrite}</p>
              <WhoCan may="billing_write" why={texts.noWrite} subject={sectionTitles['payment-methods']} at="#payment-methods" />
            </>
          )}
        </>
      )}
      <Alive boundary="payment-methods" />
    </SectionSheet>
  );
}

function stateLine(count: number, paysByInvoice: boolean): string {
  if (paysByInvoice) return 'Paid by invoice';
  return count === 0 ? 'No card' : count === 1 ? '1 card' : `${count} cards`;
}

function Cards({ methods, isEmptyExpected }: { methods: readonly PaymentMethod[]; isEmptyExpected: boolean }) {
  if (methods.length === 0) return isEmptyExpected ? null : <EmptyState blankLines={1}>{texts.empty}</EmptyState>;
  return (
    <ul className={styles.cards} aria-label="Cards">
      {methods.map((method) => (
        <CardRow key={method.id} method={method} count={methods.length} />
      ))}
    </ul>
  );
}
