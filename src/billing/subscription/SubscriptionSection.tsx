import { Suspense, useState } from 'react';
import { formatDate, unbrokenDate } from '#lib/dates/format.ts';
import { fillText } from '#lib/texts/fill.ts';
import { subscriptionTexts as texts } from '#lib/texts/subscription.ts';
import { helpAddresses } from '#lib/addresses.ts';
import type { Subscription } from '#contract/types.ts';
import { SectionLead } from '#ui/SectionSheet/SectionLead.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { Button } from '#ui/Button/Button.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { HydrationMarker } from '#billing/shared/page/HydrationMarker.tsx';
import { NoPermission } from '#billing/shared/who-can/NoPermission.tsx';
import { lazyPart } from '#billing/shared/page/lazy-part.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { sectionTitles } from '#billing/shared/page/sections.ts';
import { useSubscription, useSlug, useOrganization } from '#billing/shared/data/use-billing-data.ts';
import { panelButtonId } from '#billing/shared/page/panel.ts';
import { usePlansAhead } from '#billing/shared/data/queries.ts';
import { usePanelSwitch } from '#billing/shared/page/use-panel.ts';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import styles from './SubscriptionSection.module.css';

const PendingChange = lazyPart(async () => (await import('./PendingChange.tsx')).PendingChange);
const RareNotices = lazyPart(async () => (await import('./RareNotices.tsx')).RareNotices);

export function SubscriptionSection() {
  const state = useSubscription();
  const line = state.kind === 'ready' ? cycleEnd(state.data) : undefined;
  return (
    <SectionSheet id="subscription" title={sectionTitles.subscription} state={line} isBusy={state.kind === 'loading'}>
      {state.kind === 'loading' && <Coming />}
      {state.kind === 'denied' && <NoPermission anchor="subscription">{texts.noRead}</NoPermission>}
      {state.kind === 'failed' && <ReadFailure subject="subscription" title={texts.failed} failed={state} />}
      {state.kind === 'ready' && (
        <>
          <SectionLead action={<ChangePlanButton />}>
            <p className={styles.plan}>{fillText(texts.planName, { plan: state.data.plan.name })}</p>
            {state.data.plan.id !== 'free' && (
              <p className={styles.about}>{state.data.usage_billing_enabled ? 'Spend cap is off.' : 'Spend cap is on.'}</p>
            )}
          </SectionLead>
          {state.data.payments_paused && (
            <Notice variant="warning" title={texts.pausedTitle}>
              {texts.paused}
            </Notice>
          )}
          <ScheduledChange subscription={state.data} />
          <PendingSlot subscription={state.data} />
          {(state.data.refunded_change || state.data.late_invoice || state.data.held_usage) && (
            <Suspense>
              <RareNotices />
            </Suspense>
          )}
          <UsageLimitNotice />
        </>
      )}
      <HydrationMarker boundary="subscription" />
    </SectionSheet>
  );
}

/** Placeholder with the size of a plan and its button, to prevent a layout shift. */
function Coming() {
  return (
    <SectionLead action={<span aria-hidden="true" className={styles.comingButton} />}>
      <p aria-hidden="true" className={styles.plan}>
        {'\u00a0'}
      </p>
      <p aria-hidden="true" className={styles.about}>
        {'\u00a0'}
      </p>
    </SectionLead>
  );
}

/** Text about the end of the cycle. The Free Plan has no payment, so the text says that the usage resets. */
function cycleEnd({ plan, scheduled_plan_change: change, current_period_end: end }: Subscription): string {
  const what = change ? 'Cycle ends' : plan.id === 'free' ? 'Usage resets' : 'Renews';
  return `${what} ${unbrokenDate(end)}`;
}

function ScheduledChange({ subscription: { scheduled_plan_change: change } }: { subscription: Subscription }) {
  if (!change) return null;
  return <p>{`Changes to the ${fillText(texts.planName, { plan: change.target_plan.name })} on ${formatDate(change.at)}`}</p>;
}

/** Stays mounted after the pending change ends, so that an open dialog can finish. */
function PendingSlot({ subscription: { pending_payment_intent_secret: secret } }: { subscription: Subscription }) {
  const [hadOne, setHadOne] = useState(false);
  if (secret !== null && !hadOne) setHadOne(true);
  if (secret === null && !hadOne) return null;
  return (
    <div data-boundary="pending-change">
      <Suspense fallback={null}>
        <PendingChange />
        <HydrationMarker boundary="pending-change" />
      </Suspense>
    </div>
  );
}

/** Opens the plan panel. There, members without write permission can read the plans and the reason why they can't change the plan. */
function ChangePlanButton() {
  const { open } = usePanelSwitch();
  usePlansAhead(useSlug());
  return (
    <Button id={panelButtonId('subscriptionPlan')} variant="primary" onPress={() => open('subscriptionPlan')}>
      {texts.changePlan}
    </Button>
  );
}

function UsageLimitNotice() {
  const { data } = useOrganization();
  if (!data || data.usage_billing_enabled) return null;
  return (
    <Notice title="Usage is limited to what your plan includes">
      {'Projects may become unresponsive when they exceed the '}
      <PageLink isInText href={helpAddresses.usage(data.slug)}>
        included usage
      </PageLink>
      {data.plan.id === 'free'
        ? '. To remove the limit, upgrade to a paid plan.'
        : '. To remove the limit, disable Spend Cap under Cost Control.'}
    </Notice>
  );
}
