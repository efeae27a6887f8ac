import { HydrationMarker } from '#billing/shared/page/HydrationMarker.tsx';
import { useOrganization, useSubscription } from '#billing/shared/data/use-billing-data.ts';
import { isSectionVisible } from '#billing/shared/page/sections.ts';
import { useAmountDue } from '#billing/shared/amount-due/AmountDue.tsx';
import { glanceTexts as texts } from '#lib/texts/glance.ts';
import { CreditCell, DueCell, NextInvoiceCell, PlanCell, WaitingCell } from './GlanceCells.tsx';
import styles from './Glance.module.css';

export function Glance() {
  const subscription = useSubscription();
  const organization = useOrganization().data;
  const due = useAmountDue();
  // True if the banner about overdue invoices is shown. That banner says how much is due and how to pay, so the overview omits the amount.
  const isSaidAbove = organization?.restriction_data?.violations.includes('overdue_payment') === true;
  return (
    <>
      {subscription.kind === 'loading' && (
        <div aria-busy="true" className={styles.root}>
          <dl aria-hidden="true" className={styles.cells}>
            <WaitingCell />
            <WaitingCell />
            <WaitingCell />
          </dl>
        </div>
      )}
      {subscription.kind === 'ready' && (
        <section aria-label={texts.title} className={styles.root}>
          <dl className={styles.cells}>
            {due !== null && !isSaidAbove && <DueCell due={due} />}
            {isSectionVisible('breakdown', organization ?? null) && <NextInvoiceCell />}
            {isSectionVisible('credits-balance', organization ?? null) && <CreditCell subscription={subscription.data} />}
            <PlanCell subscription={subscription.data} />
          </dl>
        </section>
      )}
      <HydrationMarker boundary="glance" />
    </>
  );
}
