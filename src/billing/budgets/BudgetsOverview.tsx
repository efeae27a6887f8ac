import { useEffect, useState } from 'react';
import { subscriptionsRead, subscriptionsWrite } from '#contract/permissions.ts';
import { budgetsTexts as texts } from '#lib/texts/budgets.ts';
import { Button } from '#ui/Button/Button.tsx';
import { EmptyState } from '#ui/EmptyState/EmptyState.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { OpenPartButton } from '#billing/shared/page/OpenPartButton.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useCapabilities, useIsAllowed, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { HydrationMarker } from '#billing/shared/page/HydrationMarker.tsx';
import { proposedCentsOf } from '#billing/shared/page/proposed-act.ts';
import { useSearchPart } from '#billing/shared/page/use-panel.ts';
import { WhoCan } from '#billing/shared/who-can/WhoCan.tsx';
import { OnDemand, onDemand, prefetchWhenUsed } from '#billing/shared/page/on-demand.tsx';
import type { Budget } from './budget-messages.ts';
import { budgetsSheetId, BudgetTable } from './BudgetTable.tsx';
import { CycleSheet, InvoicesSheet } from './SpendSheets.tsx';
import styles from './Budgets.module.css';

export function BudgetsOverview() {
  const slug = useSlug();
  const mayRead = useIsAllowed(subscriptionsRead);
  const query = useRead('listBudgets', { params: { slug } }, mayRead === true);
  const hasForecast = useCapabilities()?.includes('forecast') === true;
  if (mayRead === false) return <EmptyState>{texts.noRead}</EmptyState>;
  const failed = failureOf(query);
  if (failed) return <ReadFailure subject="budgets" title="Failed to retrieve budgets" failed={failed} />;
  if (!query.data) return <LoadingSheet lines={4} />;
  const { budgets } = query.data;
  const reached = budgets.filter(({ limit_reached: isReached }) => isReached);
  // A reached limit on the whole organization has a separate notice, because only this limit can lead to restrictions.
  const isWhole = reached.some(({ scope }) => scope === 'organization');
  return (
    <div className={styles.root} data-boundary="budgets">
      {reached.length > 0 && !isWhole && (
        <Notice variant="warning" title={reached.length === 1 ? 'A limit is reached' : `${reached.length} limits are reached`}>
          <bdi>{reached.map(({ name }) => name).join(', ')}</bdi>
          {
            ': usage that it covers is metered and not charged. Nothing else is limited. To charge further usage again, raise or remove the limit.'
          }
        </Notice>
      )}
      {isWhole && (
        <Notice variant="warning" title="Your spending limit is reached">
          Usage that the limit covers is metered and not charged. If usage stays beyond it to the end of the billing cycle, a grace period
          begins, and then services can be restricted. To charge further usage again, raise or remove the limit.
        </Notice>
      )}
      <CycleSheet budget={chartedBudget(budgets)} />
      <BudgetList budgets={budgets} />
      <InvoicesSheet />
      {hasForecast && (
        <SectionSheet id="coming" title={texts.coming}>
          <div>
            <OpenPartButton id="coming-events" title={texts.comesNext} part={coming} props={noProps} />
          </div>
        </SectionSheet>
      )}
      <HydrationMarker boundary="budgets" />
    </div>
  );
}

/** Returns the budget that the chart draws as a line: a budget for the whole invoice, preferably a budget that stops charges. */
function chartedBudget(budgets: readonly Budget[]): Budget | undefined {
  const whole = budgets.filter(({ scope, basis }) => scope === 'organization' && basis === 'bill');
  return whole.find(({ at_limit: atLimit }) => atLimit === 'stop') ?? whole[0];
}

const coming = onDemand<object>(async () => (await import('./ComingEvents.tsx')).ComingEvents);
const noProps = {};

const editor = onDemand(async () => (await import('./BudgetEditor.tsx')).BudgetEditor);

function BudgetList({ budgets }: { budgets: readonly Budget[] }) {
  const mayWrite = useIsAllowed(subscriptionsWrite);
  const proposedCents = useSearchPart(proposedCentsOf);
  const [choice, setEdited] = useState<Budget | 'new' | 'none' | null>(null);
  // If the URL contains an approved proposal, the form is open at first. The member can close it.
  const opened = choice ?? (proposedCents !== null && mayWrite === true ? 'new' : 'none');
  const edited = opened === 'none' ? null : opened;
  useEffect(() => prefetchWhenUsed(editor), []);
  const close = () => setEdited('none');
  const why = mayWrite === false ? texts.noWrite : undefined;
  return (
    <SectionSheet id={budgetsSheetId} title="Your budgets" state={budgets.length === 1 ? '1 budget' : `${budgets.length} budgets`}>
      <div className={styles.first}>
        <EmptyState>{`${budgets.length === 0 ? 'No budgets yet. ' : ''}A budget alerts you, or stops charges at an amount.`}</EmptyState>
        <Button id="new-budget" variant="primary" onPress={() => setEdited('new')} unavailableReason={why}>
          {texts.newBudget}
        </Button>
      </div>
      {why !== undefined && <WhoCan may="billing_write" why={why} subject={texts.newBudget} at="" ask="limit" />}
      {budgets.length > 0 && <BudgetTable budgets={budgets} why={why} onChange={setEdited} />}
      {edited !== null && (
        <OnDemand
          key={edited === 'new' ? 'new' : edited.id}
          part={editor}
          isWanted
          onFailed={close}
          props={{ budget: edited === 'new' ? undefined : edited, onClose: close }}
        />
      )}
    </SectionSheet>
  );
}
