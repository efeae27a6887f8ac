import { type ReactNode, useState } from 'react';
import { formatDate } from '#lib/dates/format.ts';
import { formatCents } from '#lib/money.ts';
import { DateText } from '#ui/DateText/DateText.tsx';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import type { ChartPoint } from '#ui/BarChart/chart-scales.ts';
import { OnDemand, onDemand } from '#billing/shared/page/on-demand.tsx';
import { compactDollars, groupedInvoices, shortDay, type SpendInvoice, type SpendPoint } from './spend-series.ts';
import styles from './Budgets.module.css';

/** In a separate chunk with its library, because charts load late anyway. */
const chart = onDemand(async () => (await import('#ui/BarChart/BarChart.tsx')).BarChart);

const columns = [
  { id: 'when', header: 'When' },
  { id: 'amount', header: 'Amount', align: 'money' },
] as const;

interface FigureProps {
  name: string;
  remark?: string | undefined;
  points: readonly ChartPoint[];
  series: readonly string[];
  line?: number | undefined;
  /** The same numbers as table groups. */
  children: ReactNode;
}

/** A chart for sight and arrow keys, and a table with the same numbers. */
function SpendFigure({ name, remark, points, series, line, children }: FigureProps) {
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
          <OnDemand
            part={chart}
            isWanted
            isSilent
            onFailed={() => setHasFailed(true)}
            props={{ label: name, points, series, line, tickWords: compactDollars }}
          />
        </div>
      )}
      <Disclosure title="View as table" nameSuffix={`, ${name}`}>
        <Table caption={name} isCaptionHidden columns={columns}>
          {children}
        </Table>
      </Disclosure>
    </figure>
  );
}

export function CycleChart({ points, limitCents }: { points: readonly SpendPoint[]; limitCents: number | undefined }) {
  const words = ({ cents, isExpected }: SpendPoint): string => `${formatCents(cents)}${isExpected ? ' expected' : ''}`;
  return (
    <SpendFigure
      name="Next invoice, day by day"
      remark={limitCents === undefined ? undefined : `The dashed line is the limit of ${formatCents(limitCents)}.`}
      series={['Spent', 'Expected at the end']}
      line={limitCents}
      points={points.map((point) => ({
        id: String(point.seconds),
        label: shortDay(point.seconds),
        words: `${formatDate(point.seconds)}: ${words(point)}`,
        values: point.isExpected ? [0, point.cents] : [point.cents, 0],
      }))}
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

const chargedOf = (groups: SpendInvoice['groups']) => groups.filter(({ amount_cents: cents }) => cents !== 0);

export function InvoicesChart({ invoices }: { invoices: readonly SpendInvoice[] }) {
  const { series, points } = groupedInvoices(invoices);
  return (
    <SpendFigure name="Last invoices by group" series={series} points={points}>
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
