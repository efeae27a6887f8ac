import type { Subscription } from '#contract/types.ts';
import { docAddresses, helpAddresses } from '#lib/addresses.ts';
import { costControlTexts as texts } from '#lib/texts/cost-control.ts';
import { subscriptionTexts } from '#lib/texts/subscription.ts';
import { Button } from '#ui/Button/Button.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { SpendCapDrawing } from '#ui/SpendCapDrawing/SpendCapDrawing.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { HydrationMarker } from '#billing/shared/page/HydrationMarker.tsx';
import { SectionSkeleton } from '#billing/shared/page/SectionSkeleton.tsx';
import { NoPermission } from '#billing/shared/who-can/NoPermission.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { panelButtonId } from '#billing/shared/page/panel.ts';
import { sectionTitles } from '#billing/shared/page/sections.ts';
import { usePanelSwitch } from '#billing/shared/page/use-panel.ts';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { useCapabilities, useSlug, useSubscription } from '#billing/shared/data/use-billing-data.ts';
import { WhoCan } from '#billing/shared/who-can/WhoCan.tsx';
import { budgetLine } from './budget-line.ts';
import { hasSpendCapChoice } from './spend-cap-ability.ts';
import { StopCharges } from './StopCharges.tsx';
import { useSpendCapAbility } from './use-spend-cap-ability.ts';
import styles from './CostControlSection.module.css';

const coveredByCap = [
  'Disk size',
  'Egress and cached egress',
  'Storage size',
  'Storage image transformations',
  'Monthly active users, also by SSO and third parties',
  'Function invocations',
  'Realtime messages and peak connections',
] as const;

const notCoveredByCap = [
  'Compute, read replicas and branching',
  'Custom domains and IPv4 addresses',
  'Extra disk IOPS and throughput',
  'Point-in-time recovery',
  'Phone MFA',
  'Log drains',
] as const;

export function CostControlSection() {
  const state = useSubscription();
  return (
    <SectionSheet
      id="cost-control"
      title={sectionTitles['cost-control']}
      state={state.kind === 'ready' ? stateLine(state.data) : undefined}
      isBusy={state.kind === 'loading'}
    >
      {state.kind === 'loading' && <SectionSkeleton of="cost-control" />}
      {state.kind === 'denied' && <NoPermission anchor="cost-control">{texts.noRead}</NoPermission>}
      {state.kind === 'failed' && <ReadFailure subject="cost control" title={subscriptionTexts.failed} failed={state} />}
      {state.kind === 'ready' && <SpendCap subscription={state.data} />}
      <HydrationMarker boundary="cost-control" />
    </SectionSheet>
  );
}

function stateLine({ plan, usage_billing_enabled: isCapOff }: Subscription): string {
  if (plan.id === 'free') return 'Usage is limited';
  return isCapOff ? 'Spend cap is off' : 'Spend cap is on';
}

const drawn = { capped: { used: 225, included: 250 }, uncapped: { used: 310, included: 250 } };

function SpendCap({ subscription: { plan, usage_billing_enabled: isCapOff } }: { subscription: Subscription }) {
  const why = useSpendCapAbility();
  const { open } = usePanelSwitch();
  return (
    <>
      <div className={styles.root}>
        <div className={styles.drawing}>
          <SpendCapDrawing isCapped={!isCapOff} {...(isCapOff ? drawn.uncapped : drawn.capped)} />
        </div>
        <div className={styles.words}>
          <p>{meaning(plan.id === 'free', isCapOff)}</p>
          {why !== undefined && <p className={styles.reason}>{why}</p>}
        </div>
        <p className={styles.action}>
          <Button
            id={panelButtonId('costControl')}
            onPress={() => open('costControl')}
            unavailableReason={hasSpendCapChoice(plan.id) ? undefined : why}
          >
            Change spend cap
          </Button>
          {isCapOff && <StopCharges />}
        </p>
        <p className={styles.links}>
          <BudgetLine />{' '}
          <TextLink isInText href={docAddresses.spendCap} opensInNewTab>
            How the spend cap works
          </TextLink>
        </p>
      </div>
      {why === texts.noWrite && (
        <WhoCan may="billing_write" why={why} subject={sectionTitles['cost-control']} at="#cost-control" ask="spend_cap" />
      )}
      {hasSpendCapChoice(plan.id) && <CapCoverage isCapOff={isCapOff} />}
    </>
  );
}

function BudgetLine() {
  const slug = useSlug();
  const isServed = useCapabilities()?.includes('budgets') === true;
  const { data } = useRead('listBudgets', { params: { slug } }, isServed);
  if (!isServed) return null;
  return (
    <>
      {`${budgetLine(data?.budgets ?? [])} `}
      <PageLink isInText href={helpAddresses.budgets(slug)}>
        Budgets
      </PageLink>
      .
    </>
  );
}

function meaning(isFree: boolean, isCapOff: boolean): string {
  if (isFree)
    return "You are never charged for overage. When you reach your plan's included usage, projects may become unresponsive or read-only.";
  return isCapOff
    ? "Usage can exceed your plan's quota. Extra usage is charged on your next invoice."
    : "When you reach your plan's included usage, projects may become unresponsive or read-only. You are never charged for overage.";
}

function CapCoverage({ isCapOff }: { isCapOff: boolean }) {
  return (
    <Disclosure title={isCapOff ? 'What a spend cap would cover' : 'What the spend cap covers'}>
      <div className={styles.coverage}>
        <CoverageList title="Limited by the spend cap" entries={coveredByCap} />
        <CoverageList title="Always charged, with or without the cap" entries={notCoveredByCap} />
      </div>
    </Disclosure>
  );
}

function CoverageList({ title, entries }: { title: string; entries: readonly string[] }) {
  return (
    <div>
      <h3 className={styles.coverageTitle}>{title}</h3>
      <ul role="list" data-marked className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    </div>
  );
}
