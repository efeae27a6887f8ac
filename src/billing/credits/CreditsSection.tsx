import { useCallback, useState } from 'react';
import type { Subscription } from '#contract/types.ts';
import { formatCents } from '#lib/money.ts';
import { fillText } from '#lib/texts/fill.ts';
import { creditsTexts as texts } from '#lib/texts/credits.ts';
import { subscriptionTexts } from '#lib/texts/subscription.ts';
import { Money } from '#ui/Money/Money.tsx';
import { uiTexts } from '#ui/texts.ts';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { HydrationMarker } from '#billing/shared/page/HydrationMarker.tsx';
import { PartBoundary } from '#billing/shared/page/lazy-part.tsx';
import { SectionSkeleton } from '#billing/shared/page/SectionSkeleton.tsx';
import { NoPermission } from '#billing/shared/who-can/NoPermission.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { sectionTitles } from '#billing/shared/page/sections.ts';
import { useSubscription, useCapabilities } from '#billing/shared/data/use-billing-data.ts';
import { OnDemand, onDemand } from '#billing/shared/page/on-demand.tsx';
import { CreditActions } from './CreditActions.tsx';
import styles from './CreditsSection.module.css';

const history = onDemand(async () => (await import('./CreditHistory.tsx')).CreditHistory);

function HistoryDisclosure() {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  if (!useCapabilities()?.includes('credit-history')) return null;
  return (
    <Disclosure title="Credit history" isExpanded={isOpen} onExpandedChange={setOpen}>
      {isOpen && <p className={styles.about}>{texts.aboutMore}</p>}
      <OnDemand part={history} isWanted={isOpen} onFailed={close} props={{}} />
    </Disclosure>
  );
}

export function CreditsSection() {
  const state = useSubscription();
  return (
    <SectionSheet
      id="credits-balance"
      title={sectionTitles['credits-balance']}
      state={state.kind === 'ready' ? stateLine(state.data.customer_balance) : undefined}
      isBusy={state.kind === 'loading'}
    >
      {state.kind === 'loading' && <SectionSkeleton of="credits-balance" />}
      {state.kind === 'denied' && <NoPermission anchor="credits-balance">{texts.noRead}</NoPermission>}
      {state.kind === 'failed' && <ReadFailure subject="credit balance" title={subscriptionTexts.failed} failed={state} />}
      {state.kind === 'ready' && (
        <>
          {/* A separate boundary, so that an error in the balance does not hide a pending payment. */}
          <PartBoundary subject="credit balance" message={uiTexts.partBroken}>
            <Balance cents={state.data.customer_balance} />
            {state.data.disputed && <Disputed {...state.data.disputed} />}
          </PartBoundary>
          {state.data.billing_via_partner ? (
            <HistoryDisclosure />
          ) : (
            <CreditActions>
              <HistoryDisclosure />
            </CreditActions>
          )}
        </>
      )}
      <HydrationMarker boundary="credits-balance" />
    </SectionSheet>
  );
}

const stateLine = (cents: number): string => (cents > 0 ? 'Credit available' : cents < 0 ? 'Amount owed' : 'No credit');

/** Shows the sum of the disputed payments, and the credit that can't be spent until the disputes are decided. */
function Disputed({ held_credit: heldCents, payments }: NonNullable<Subscription['disputed']>) {
  const held = heldCents > 0 ? ` ${fillText(texts.held, { amount: formatCents(heldCents) })}` : '';
  return <p className={styles.about}>{`${fillText(texts.disputed, { amount: formatCents(payments) })}${held}`}</p>;
}

function Balance({ cents }: { cents: number }) {
  return (
    <dl className={styles.balance}>
      <dt>{cents < 0 ? 'Balance owed' : 'Balance'}</dt>
      <dd className={styles.figure}>
        <Money cents={Math.abs(cents)} tone={cents > 0 ? 'credit' : cents < 0 ? 'owed' : 'plain'} />
      </dd>
      <dd className={styles.about}>{cents < 0 ? 'This amount is added to your next invoice.' : texts.about}</dd>
    </dl>
  );
}
