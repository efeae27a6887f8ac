import { useState } from 'react';
import type { UsageRecord } from '#contract/types.ts';
import { formatDate, formatDayOfYear } from '#lib/dates/format.ts';
import { formatPricedNumber, formatPricedQuantity, unitOf } from '#lib/quantities.ts';
import { DateText } from '#ui/DateText/DateText.tsx';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import { OnDemand, onDemand } from '#billing/shared/page/on-demand.tsx';
import { daysTogether, type Day } from './daily-series.ts';
import { metricName } from './metric-names.ts';
import styles from './Usage.module.css';

const barChart = onDemand(async () => (await import('#ui/BarChart/BarChart.tsx')).BarChart);

const columnsOf = (unit: string) =>
  [
    { id: 'day', header: 'Day' },
    { id: 'usage', header: unit === '' ? 'Usage' : `Usage, in ${unit}`, align: 'money' },
  ] as const;

export function DailyChart({ record: { metric, usage: used }, days }: { record: UsageRecord; days: readonly Day[] }) {
  const [hasFailed, setHasFailed] = useState(false);
  const highest = days.reduce<Day | undefined>((top, day) => (top && top.usage >= day.usage ? top : day), undefined);
  const together = daysTogether(metric, days, used);
  const name = `${metricName(metric)} per day`;
  if (!highest || highest.usage <= 0) return <p className={styles.words}>No usage on these days.</p>;
  return (
    <figure>
      <figcaption className={styles.words}>
        <span>
          {`Each day of ${metricName(metric)}. The highest was ${formatPricedQuantity(metric, highest.usage)} on `}
          <DateText seconds={highest.seconds} />.
        </span>
      </figcaption>
      {!hasFailed && (
        <div className={styles.chart}>
          <OnDemand
            part={barChart}
            isWanted
            isSilent
            onFailed={() => setHasFailed(true)}
            props={{
              label: name,
              series: ['Usage'],
              points: days.map(({ seconds, usage }) => ({
                id: String(seconds),
                label: formatDayOfYear(seconds),
                words: `${formatDate(seconds)}: ${formatPricedQuantity(metric, usage)}`,
                values: [usage],
              })),
              tickWords: (usage) => formatPricedNumber(metric, usage),
            }}
          />
        </div>
      )}
      <Disclosure title="View as table" nameSuffix={`, ${metricName(metric)}`}>
        <Table caption={name} isCaptionHidden columns={columnsOf(unitOf(metric))}>
          <TableGroup>
            {days.map(({ seconds, usage }) => (
              <TableRow key={seconds} header={<DateText seconds={seconds} />}>
                <TableCell align="money">{formatPricedNumber(metric, usage)}</TableCell>
              </TableRow>
            ))}
          </TableGroup>
          <TableGroup>
            <TableRow header={together.name} variant="total">
              <TableCell align="money">{formatPricedNumber(metric, together.usage)}</TableCell>
            </TableRow>
          </TableGroup>
        </Table>
      </Disclosure>
    </figure>
  );
}
