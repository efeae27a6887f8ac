import { type ReactNode, useState } from 'react';
import { formatDate } from '#lib/dates/format.ts';
import { formatCents, formatWholeDollars } from '#lib/money.ts';
import { DateText } from '#ui/DateText/DateText.tsx';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import { OnDemand, onDemand, type OnDemandPart } from '#billing/shared/page/on-demand.tsx';
import { type Budget, lineWords } from './budget-messages.ts';
import { cyclePoints, daysAhead, groupedInvoices, shortDay, type Spend, type SpendInvoice, type SpendPoint } from './spend-series.ts';
import styles from './Budgets.module.css';

/** Charts and their library are in separate chunks, because charts load late. */
const barChart = onDemand(async () => (await import('#ui/BarChart/BarChart.tsx')).BarChart);
const lineChart = onDemand(async () => (await import('#ui/LineChart/LineChart.tsx')).LineChart);

const tickWords = (cents: number): string => formatWholeDollars(Math.round(cents));

const columns = [
  { id: 'when', header: 'When' },
  { id: 'amount', header: 'Amount', align: 'money' },
] as const;

interface FigureProps<P extends object> {
  name: string;
  remark?: string | undefined;
  part: OnDemandPart<P>;
  chart: P;
  /** True if the table is printed; false if the printed page shows the same numbers elsewhere. */
  isTablePrinted?: boolean;
  children: ReactNode;
}

function SpendFigure<P extends object>({ name, remark, part, chart, isTablePrinted = true, children }: FigureProps<P>) {
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <figure className={styles.figure}>
      <figcaption>
        <h3 className={styles.name}>{name}</h3>
        {remark !== undefined && <p className={styles.about}>{remark}</p>}
      </figcaption>
      {hasFailed ? (
        <p className={styles.about}>The chart could not be loaded. The table has the same numbers.</p>
      ) : (
        <div className={styles.picture}>
          <OnDemand part={part} isWanted isSilent onFailed={() => setHasFailed(true)} props={chart} />
        </div>
      )}
      <div data-print={isTablePrinted ? undefined : 'never'}>
        <Disclosure title="View as table" nameSuffix={`, ${name}`}>
          <Table caption={name} isCaptionHidden columns={columns}>
            {children}
          </Table>
        </Disclosure>
      </div>
    </figure>
  );
}

export function CycleChart({ spend, budget }: { spend: Spend; budget: Budget | undefined }) {
  const points = cyclePoints(spend);
  const { low_cents: low, expected_cents: expected, high_cents: high } = spend.forecast;
  const words = ({ cents, isExpected }: SpendPoint): string => `${formatCents(cents)}${isExpected ? ' expected' : ''}`;
  const name = 'Next invoice, day by day';
  const today = points.at(-2);
  return (
    <SpendFigure
      name={name}
      remark={budget && today && lineWords(budget, spend, today)}
      isTablePrinted={false}
      part={lineChart}
      chart={{
        label: name,
        series: ['Spent'],
        hasArea: true,
        points: points.map((point) => ({
          id: String(point.seconds),
          at: point.seconds,
          label: shortDay(point.seconds),
          words: `${formatDate(point.seconds)}: ${words(point)}`,
          values: [point.isExpected ? null : point.cents],
        })),
        forecast: { low, expected, high },
        limit: budget && { value: budget.amount_cents, words: `${limitNames[budget.at_limit]} ${formatCents(budget.amount_cents)}` },
        ...(today && { today: `Today ${formatCents(today.cents)}` }),
        ticks: daysAhead(points).map((at) => ({ id: `ahead ${at}`, at, label: shortDay(at) })),
        tickWords,
      }}
    >
      <TableGroup>
        {points.map((point) => (
          <TableRow key={point.seconds} header={<DateText seconds={point.seconds} />}>
            <TableCell align="money">{words(point)}</TableCell>
          </TableRow>
        ))}
      </TableGroup>
    </SpendFigure>
  );
}

const limitNames = { alert: 'Budget', stop: 'Limit' } as const satisfies Record<Budget['at_limit'], string>;

const chargedOf = (groups: SpendInvoice['groups']) => groups.filter(({ amount_cents: cents }) => cents !== 0);

export function InvoicesChart({ invoices }: { invoices: readonly SpendInvoice[] }) {
  const { series, points } = groupedInvoices(invoices);
  const name = 'Last invoices by group';
  return (
    <SpendFigure name={name} part={barChart} chart={{ label: name, series, points, tickWords }}>
      {invoices.map(({ id, number, at, total_cents: total, groups }) => (
        <TableGroup key={id}>
          <TableRow variant="group" header={`${formatDate(at)}, invoice ${number}`}>
            <TableCell align="money">{formatCents(total)}</TableCell>
          </TableRow>
          {chargedOf(groups).map(({ group, amount_cents: cents }) => (
            <TableRow key={group} header={group} isIndented>
              <TableCell align="money">{formatCents(cents)}</TableCell>
            </TableRow>
          ))}
        </TableGroup>
      ))}
    </SpendFigure>
  );
}
