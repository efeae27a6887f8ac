import { creditsTexts as texts } from '#lib/texts/credits.ts';
import { subscriptionTexts } from '#lib/texts/subscription.ts';
import { Money } from '#ui/Money/Money.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { Alive } from '#billing/shared/Alive.tsx';
import { ComingLines } from '#billing/shared/ComingLines.tsx';
import { NoPermission } from '#billing/shared/NoPermission.tsx';
import { ReadFailure } from '#billing/shared/ReadFailure.tsx';
import { sectionTitles } from '#billing/shared/sections.ts';
import { useSubscription } from '#billing/shared/use-subscription.ts';
import { CreditActions } from './CreditActions.tsx';
import { HistoryDisclosure } from './HistoryDisclosure.tsx';
import styles from './CreditsSection.module.css';

/** The credit balance: what the organization has ahead, or what it owes. */
export function CreditsSection() {
  const state = useSubscription();
  return (
    <SectionSheet
      id="credits-balance"
      title={sectionTitles['credits-balance']}
      state={state.kind === 'ready' ? stateLine(state.data.customer_balance) : undefined}
      isBusy={state.kind === 'loading'}
    >
      {state.kind === 'loading' && <ComingLines of="credits-balance" />}
      {state.kind === 'denied' && <NoPermission anchor="credits-balance">{texts.noRead}</NoPermission>}
      {state.kind === 'failed' && <ReadFailure subject="credit balance" title={subscriptionTexts.failed} failed={state} />}
      {state.kind === 'ready' && (
        <>
          <Balance cents={state.data.customer_balance} />
          {!state.data.billing_via_partner && <CreditActions />}
          <HistoryDisclosure />
        </>
      )}
      <Alive boundary="credits-balance" />
    </SectionSheet>
  );
}

const stateLine = (cents: number): string => (cents > 0 ? 'Credit available' : cents < 0 ? 'Amount owed' : 'No credit');

function Balance({ cents }: { cents: number }) {
  return (
    <>
      <dl className={styles.balance}>
        <dt>{cents < 0 ? 'Balance owed' : 'Balance'}</dt>
        <dd className={styles.figure}>
          <Money cents={Math.abs(cents)} tone={cents > 0 ? 'credit' : cents < 0 ? 'owed' : 'plain'} />
        </dd>
      </dl>
      <p className={styles.about}>
        {cents < 0
          ? 'This amount is added to your next invoice.'
          : 'Credits are used first, on your next invoices, before a card is charged. They are non-refundable, do not expire, and do not settle invoices that are already open.'}
      </p>
    </>
  );
}
