import { useEffect, useState } from 'react';
import { subscriptionsRead, subscriptionsWrite } from '#contract/permissions.ts';
import { focusPlace } from '#lib/browser/focus-place.ts';
import { formatCents, spentWords } from '#lib/money.ts';
import { budgetsTexts as texts } from '#lib/texts/budgets.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { Button } from '#ui/Button/Button.tsx';
import { DateText } from '#ui/DateText/DateText.tsx';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { EmptyState } from '#ui/EmptyState/EmptyState.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { Meter } from '#ui/Meter/Meter.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { OpenPartButton } from '#billing/shared/page/OpenPartButton.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { readKey, useRead } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useIsAllowed, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useWrite } from '#billing/shared/data/write.ts';
import { HydrationMarker } from '#billing/shared/page/HydrationMarker.tsx';
import { OnDemand, onDemand, prefetchWhenUsed } from '#billing/shared/page/on-demand.tsx';
import { atLimitWords, basisWords, type Budget, thresholdWords } from './budget-messages.ts';
import { CycleSheet, InvoicesSheet } from './SpendSheets.tsx';
import styles from './Budgets.module.css';

export function BudgetsOverview() {
  const slug = useSlug();
  const mayRead = useIsAllowed(subscriptionsRead);
  const query = useRead('listBudgets', { params: { slug } }, mayRead === true);
  if (mayRead === false) return <EmptyState>{texts.noRead}</EmptyState>;
  const failed = failureOf(query);
  if (failed) return <ReadFailure subject="budgets" title="Failed to retrieve budgets" failed={failed} />;
  if (!query.data) return <LoadingSheet lines={4} />;
  const { budgets } = query.data;
  return (
    <div className={styles.root} data-boundary="budgets">
      {budgets.some(({ limit_reached }) => limit_reached) && (
        <Notice variant="warning" title="Your spending limit is reached">
          Usage that the limit covers is metered and not charged. If usage stays beyond it to the end of the billing cycle, a grace period
          begins, and then services can be restricted. To charge further usage again, raise or remove the limit.
        </Notice>
      )}
      <CycleSheet budget={chartedBudget(budgets)} />
      <BudgetList budgets={budgets} />
      <InvoicesSheet />
      <div>
        <OpenPartButton title="Show what comes next" needs="forecast" part={coming} props={noProps} />
      </div>
      <HydrationMarker boundary="budgets" />
    </div>
  );
}

/** Budget that the chart draws as a line: one for the whole invoice. One that stops charges is preferred to one that only alerts. */
function chartedBudget(budgets: readonly Budget[]): Budget | undefined {
  const whole = budgets.filter(({ scope, basis }) => scope === 'organization' && basis === 'bill');
  return whole.find(({ at_limit: atLimit }) => atLimit === 'stop') ?? whole[0];
}

const coming = onDemand<object>(async () => (await import('./ComingEvents.tsx')).ComingEvents);
const noProps = {};

const editor = onDemand(async () => (await import('./BudgetEditor.tsx')).BudgetEditor);

const sheetId = 'budgets';
const budgetsHeading = () => document.getElementById(`${sheetId}-heading`);

function BudgetList({ budgets }: { budgets: readonly Budget[] }) {
  const mayWrite = useIsAllowed(subscriptionsWrite);
  const [edited, setEdited] = useState<Budget | 'new' | null>(null);
  useEffect(() => prefetchWhenUsed(editor), []);
  const close = () => setEdited(null);
  const why = mayWrite === false ? texts.noWrite : undefined;
  return (
    <SectionSheet id={sheetId} title="Your budgets" state={budgets.length === 1 ? '1 budget' : `${budgets.length} budgets`}>
      <div className={styles.first}>
        <EmptyState>{`${budgets.length === 0 ? 'No budgets yet. ' : ''}A budget alerts you, or stops charges at an amount.`}</EmptyState>
        <Button variant="primary" onPress={() => setEdited('new')} unavailableReason={why}>
          New budget
        </Button>
      </div>
      {budgets.map((budget) => (
        <BudgetRow key={budget.id} budget={budget} why={why} onChange={() => setEdited(budget)} />
      ))}
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

function BudgetRow({ budget, why, onChange }: { budget: Budget; why: string | undefined; onChange: () => void }) {
  const { id, name, basis, thresholds, projected_cents: projected, spent_cents: spent, amount_cents: amount } = budget;
  return (
    <article aria-labelledby={`budget-${id}`} className={styles.row}>
      <div className={styles.facts}>
        <h3 id={`budget-${id}`} className={styles.name}>
          <bdi>{name}</bdi>
        </h3>
        <p className={styles.about}>
          {basisWords[basis]}
          <OfProject budget={budget} />
          {`. Expected at the end of the cycle, with metered usage: ${formatCents(projected)}.`}
        </p>
        {thresholds.length > 0 && <p className={styles.about}>{`Alerts: ${thresholds.map(thresholdWords).join(', ')}`}</p>}
      </div>
      <Meter value={spent} maxValue={amount} aside={atLimitWords(budget)}>
        {spentWords(budget)}
      </Meter>
      <div className={styles.actions}>
        <Button onPress={onChange} nameSuffix={`, ${name}`} unavailableReason={why}>
          Change
        </Button>
        <DeleteBudget budget={budget} why={why} />
      </div>
      <Disclosure title="History" nameSuffix={`, ${name}`}>
        <History id={id} />
      </Disclosure>
    </article>
  );
}

/** Names the project of a project budget. A deleted project has no name. */
function OfProject({ budget: { scope, project_name: project } }: { budget: Budget }) {
  if (scope === 'organization') return null;
  if (project === null) return ', of a project that is gone';
  return (
    <>
      , of project <bdi>{project}</bdi>
    </>
  );
}

function DeleteBudget({ budget: { id, name, at_limit: atLimit }, why }: { budget: Budget; why: string | undefined }) {
  const slug = useSlug();
  const [isAsking, setIsAsking] = useState(false);
  const { write, isPending } = useWrite('deleteBudget', {
    place: 'toast',
    failure: (message) => `Failed to delete the budget: ${message}`,
    onSuccess: (_, __, client) => client.invalidateQueries({ queryKey: readKey('listBudgets', { params: { slug } }) }),
  });
  const remove = async (): Promise<void> => {
    const { ok } = await write({ params: { slug, budget_id: id } });
    if (!ok) return;
    focusPlace(budgetsHeading());
    announce('Budget deleted');
  };
  return (
    <>
      <Button
        variant="quiet"
        data-print="never"
        aria-expanded={isAsking}
        onPress={() => setIsAsking(!isAsking)}
        nameSuffix={`, ${name}`}
        unavailableReason={why}
      >
        Delete
      </Button>
      {isAsking && (
        <Notice
          variant="warning"
          title="Delete this budget?"
          actions={
            <Button
              variant="danger"
              onPress={() => void remove()}
              isPending={isPending}
              pendingMessage="Deleting the budget"
              nameSuffix={`, ${name}`}
            >
              Delete budget
            </Button>
          }
        >
          {atLimit === 'stop' ? 'After that, usage is charged without this limit.' : 'Its alerts end.'}
        </Notice>
      )}
    </>
  );
}

function History({ id }: { id: string }) {
  const slug = useSlug();
  const query = useRead('getBudgetHistory', { params: { slug, budget_id: id } });
  const failed = failureOf(query);
  if (failed) return <ReadFailure subject="history" title="Failed to retrieve the history" failed={failed} />;
  if (!query.data) return <LoadingSheet lines={2} />;
  const { events } = query.data;
  if (events.length === 0) return <p>No threshold reached yet.</p>;
  return (
    <ul role="list" className={styles.sentences}>
      {events.map(({ percent, on, at, resolved_at: resolvedAt }) => (
        <li key={`${at} ${percent} ${on}`}>
          <DateText seconds={at} />
          {`: ${thresholdWords({ percent, on })}${resolvedAt === undefined ? '' : ', no longer after a correction'}`}
        </li>
      ))}
    </ul>
  );
}
