import { Suspense, useState } from 'react';
import { formatDate, unbrokenDate } from '#lib/dates/format.ts';
import { fill } from '#lib/texts/fill.ts';
import { subscriptionTexts as texts } from '#lib/texts/subscription.ts';
import type { Subscription } from '#contract/types.ts';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { Alive } from '#billing/shared/Alive.tsx';
import { NoPermission } from '#billing/shared/NoPermission.tsx';
import { lazyPart } from '#billing/shared/lazy-part.tsx';
import { ReadFailure } from '#billing/shared/ReadFailure.tsx';
import { sectionTitles } from '#billing/shared/sections.ts';
import { useSubscription } from '#billing/shared/use-subscription.ts';
import { ChangePlanButton } from './ChangePlanButton.tsx';
import { UsageLimitNotice } from './UsageLimitNotice.tsx';
import styles from './SubscriptionSection.module.css';

const PendingChange = lazyPart(async () => (await import('./PendingChange.tsx')).PendingChange);

/** The current plan and when it renews. */
export function SubscriptionSection() {
  const state = useSubscription();
  const line = state.kind === 'ready' ? renewal(state.data) : undefined;
  return (
    <SectionSheet id="subscription" title={sectionTitles.subscription} state={line} isBusy={state.kind === 'loading'}>
      {state.kind === 'loading' && <Coming />}
      {state.kind === 'denied' && <NoPermission anchor="subscription">{texts.noRead}</NoPermission>}
      {state.kind === 'failed' && <ReadFailure subject="subscription" title={texts.failed} failed={state} />}
      {state.kind === 'ready' && (
        <>
          <div>
            <p className={styles.plan}>{fill(texts.planName, { plan: state.data.plan.name })}</p>
            {state.data.plan.id !== 'free' && (
              <p className={styles.about}>{state.data.usage_billing_enabled ? 'Spend cap is off.' : 'Spend cap is on.'}</p>
            )}
          </div>
          <ScheduledChange subscription={state.data} />
          <PendingSlot subscription={state.data} />
          <div>
            <ChangePlanButton />
          </div>
          <UsageLimitNotice />
        </>
      )}
      <Alive boundary="subscription" />
    </SectionSheet>
  );
}

/** Ruled, empty paper with the measures of a plan and its button, so that nothing moves when they come. */
function Coming() {
  return (
    <>
      <div aria-hidden="true" className={styles.coming}>
        <p className={styles.plan}>{'\u00a0'}</p>
        <p className={styles.about}>{'\u00a0'}</p>
      </div>
      <div aria-hidden="true" className={styles.comingButton} />
    </>
  );
}

const renewal = (subscription: Subscription): string =>
  `${subscription.scheduled_plan_change ? 'Cycle ends' : 'Renews'} ${unbrokenDate(subscription.current_period_end)}`;

function ScheduledChange({ subscription: { scheduled_plan_change: change } }: { subscription: Subscription }) {
  if (!change) return null;
  return <p>{`Changes to the ${fill(texts.planName, { plan: change.target_plan.name })} on ${formatDate(change.at)}`}</p>;
}

/** The place of a change whose payment waits; it stays once there was one, so that what was opened in it can end. */
function PendingSlot({ subscription: { pending_payment_intent_secret: secret } }: { subscription: Subscription }) {
  const [hadOne, setHadOne] = useState(false);
  if (secret !== null && !hadOne) setHadOne(true);
  if (secret === null && !hadOne) return null;
  return (
    <div data-boundary="pending-change">
      <Suspense fallback={null}>
        <PendingChange />
        <Alive boundary="pending-change" />
      </Suspense>
    </div>
  );
}
