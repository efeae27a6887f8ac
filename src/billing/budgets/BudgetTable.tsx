import { useId, useState } from 'react';
import { focusPlace } from '#lib/browser/focus-place.ts';
import { formatCents } from '#lib/money.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { Button } from '#ui/Button/Button.tsx';
import { DateText } from '#ui/DateText/DateText.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { Meter } from '#ui/Meter/Meter.tsx';
import { Money } from '#ui/Money/Money.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { Table, TableCell, TableGroup, TableRow, TableSpan } from '#ui/Table/Table.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { readKey, useRead } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useWrite } from '#billing/shared/data/write.ts';
import { atLimitWords, basisWords, type Budget, thresholdWords } from './budget-messages.ts';
import { scopeMetricName } from './budget.form.ts';
import styles from './Budgets.module.css';

/** Id of the section. Its heading receives the focus after a budget is deleted. */
export const budgetsSheetId = 'budgets';

const columns = [
  { id: 'name', header: 'Budget' },
  { id: 'happens', header: 'What happens' },
  { id: 'used', header: 'Used' },
  { id: 'spent', header: 'Spent', align: 'money' },
  { id: 'limit', header: 'Limit', align: 'money' },
  { id: 'change', header: 'Change', isHeaderHidden: true },
  { id: 'details', header: 'Details', isHeaderHidden: true },
] as const;

export interface BudgetTableProps {
  budgets: readonly Budget[];
  /** Reason why the member can't change budgets; undefined if the member can. */
  why: string | undefined;
  onChange: (budget: Budget) => void;
}

export function BudgetTable({ budgets, why, onChange }: BudgetTableProps) {
  return (
    <div className={styles.table}>
      <Table caption="Budgets" isCaptionHidden columns={columns}>
        {budgets.map((budget) => (
          <BudgetRows key={budget.id} budget={budget} why={why} onChange={() => onChange(budget)} />
        ))}
      </Table>
    </div>
  );
}

function BudgetRows({ budget, why, onChange }: { budget: Budget; why: string | undefined; onChange: () => void }) {
  const { name, spent_cents: spent, amount_cents: amount } = budget;
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  return (
    <>
      <TableGroup>
        <TableRow header={<bdi className={styles.name}>{name}</bdi>}>
          <TableCell align="detail">{atLimitWords(budget)}</TableCell>
          <TableCell align="detail">
            <div className={styles.used}>
              <Meter value={spent} maxValue={amount}>
                {amount > 0 ? `${Math.round((spent * 100) / amount)}%` : '0%'}
              </Meter>
            </div>
          </TableCell>
          <TableCell align="money">
            <Money cents={spent} />
          </TableCell>
          <TableCell align="money" label="Limit">
            <Money cents={amount} />
          </TableCell>
          <TableCell>
            <Button onPress={onChange} nameSuffix={`, ${name}`} unavailableReason={why}>
              Change
            </Button>
          </TableCell>
          <TableCell>
            <Button
              variant="quiet"
              data-print="never"
              trailingIcon="chevronDown"
              aria-expanded={isOpen}
              aria-controls={detailsId}
              nameSuffix={`, ${name}`}
              onPress={() => setIsOpen(!isOpen)}
            >
              Details
            </Button>
          </TableCell>
        </TableRow>
      </TableGroup>
      <TableGroup id={detailsId} isFolded={!isOpen}>
        <TableSpan columns={columns.length}>
          <Details budget={budget} why={why} />
        </TableSpan>
      </TableGroup>
    </>
  );
}

function Details({ budget, why }: { budget: Budget; why: string | undefined }) {
  const { id, basis, thresholds, projected_cents: projected } = budget;
  return (
    <div className={styles.details}>
      <p>
        {basisWords[basis]}
        <OfProject budget={budget} />
        {budget.window === 'day' ? ', per day (UTC)' : ''}
        {budget.window === 'day' ? '.' : `. Expected at the end of the cycle, with metered usage: ${formatCents(projected)}.`}
      </p>
      {thresholds.length > 0 && <p>{`Alerts: ${thresholds.map(thresholdWords).join(', ')}`}</p>}
      <History id={id} />
      <DeleteBudget budget={budget} why={why} />
    </div>
  );
}

/** A deleted project has no name. */
function OfProject({ budget: { scope, project_name: project } }: { budget: Budget }) {
  if (scope === 'organization') return null;
  const metric = scopeMetricName(scope);
  if (metric !== null) return `, of ${metric}`;
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
    focusPlace(document.getElementById(`${budgetsSheetId}-heading`));
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
