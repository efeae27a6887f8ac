import type { Subscription } from '#contract/types.ts';
import { docAddresses } from '#lib/help-addresses.ts';
import { costControlTexts as texts } from '#lib/texts/cost-control.ts';
import { subscriptionTexts } from '#lib/texts/subscription.ts';
import { Button } from '#ui/Button/Button.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { SpendCapDrawing } from '#ui/SpendCapDrawing/SpendCapDrawing.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { Alive } from '#billing/shared/Alive.tsx';
import { ComingLines } from '#billing/shared/ComingLines.tsx';
import { NoPermission } from '#billing/shared/NoPermission.tsx';
import { ReadFailure } from '#billing/shared/ReadFailure.tsx';
import { panelButtonId } from '#billing/shared/panel.ts';
import { sectionTitles } from '#billing/shared/sections.ts';
import { usePanelSwitch } from '#billing/shared/use-panel.ts';
import { useSubscription } from '#billing/shared/use-subscription.ts';
import { WhoCan } from '#billing/shared/who-can/WhoCan.tsx';
import { CapCoverage } from './CapCoverage.tsx';
import { hasSpendCapChoice } from './spend-cap-ability.ts';
import { useSpendCapAbility } from './use-spend-cap-ability.ts';
import styles from './CostControlSection.module.css';

/** Whether usage past the quotas is limited or charged, and why that may be fixed. */
export function CostControlSection() {
  const state = useSubscription();
  return (
    <SectionSheet
      id="cost-control"
      title={sectionTitles['cost-control']}
      state={state.kind === 'ready' ? stateLine(state.data) : undefined}
      isBusy={state.kind === 'loading'}
    >
      {state.kind === 'loading' && <ComingLines of="cost-control" />}
      {state.kind === 'denied' && <NoPermission anchor="cost-control">{texts.noRead}</NoPermission>}
      {state.kind === 'failed' && <ReadFailure subject="cost control" title={subscriptionTexts.failed} failed={state} />}
      {state.kind === 'ready' && <SpendCap subscription={state.data} />}
      <Alive boundary="cost-control" />
    </SectionSheet>
  );
}

function stateLine({ plan, usage_billing_enabled: isCapOff }: Subscription): string {
  if (plan.id === 'free') return 'Usage is limited';
  return isCapOff ? 'Spend cap is off' : 'Spend cap is on';
}

/** An example, not the organization's own numbers: a cap that holds what comes close to it, or use that goes past its mark. */
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
          <p>
            <TextLink href={docAddresses.spendCap} opensInNewTab>
              How the spend cap works
            </TextLink>
          </p>
          <p>
            <Button
              id={panelButtonId('costControl')}
              onPress={() => open('costControl')}
              unavailableReason={hasSpendCapChoice(plan.id) ? undefined : why}
            >
              Change spend cap
            </Button>
          </p>
          {why === texts.noWrite && <WhoCan may="billing_write" why={why} subject={sectionTitles['cost-control']} at="#cost-control" />}
        </div>
      </div>
      {hasSpendCapChoice(plan.id) && <CapCoverage isCapOff={isCapOff} />}
    </>
  );
}

function meaning(isFree: boolean, isCapOff: boolean): string {
  if (isFree)
    return 'You are never charged for usage. At what the plan includes, usage stops: projects may become unresponsive or read-only.';
  return isCapOff
    ? 'Usage goes on past what your plan includes, and each extra unit is charged on your next invoice.'
    : 'Usage past what your plan includes is not charged. At the quota it stops: projects may become unresponsive or read-only.';
}
