import type { UsageRecord } from '#contract/types.ts';
import { DateText } from '#ui/DateText/DateText.tsx';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import { formatPricedNumber, formatPricedQuantity, unitOf } from '#lib/quantities.ts';
import { daysTogether, type Day } from './daily-series.ts';
import { metricName } from './metric-names.ts';
import styles from './Usage.module.css';

const columnsOf = (unit: string) =>
  [
    { id: 'day', header: 'Day' },
    { id: 'usage', header: unit === '' ? 'Usage' : `Usage, in ${unit}`, align: 'money' },
  ] as const;

const slot = 10;
const gap = 2;
const height = 100;

export function DailyChart({ record: { metric, usage: used }, days }: { record: UsageRecord; days: readonly Day[] }) {
  const highest = days.reduce<Day | undefined>((top, day) => (top && top.usage >= day.usage ? top : day), undefined);
  const together = daysTogether(metric, days, used);
  if (!highest || highest.usage <= 0) return <p className={styles.words}>No usage on these days.</p>;
  return (
    <figure>
      <figcaption className={styles.words}>
        <span>
          {`Each day of ${metricName(metric)}. The highest was ${formatPricedQuantity(metric, highest.usage)} on `}
          <DateText seconds={highest.seconds} />.
        </span>
      </figcaption>
      <svg className={styles.chart} viewBox={`0 0 ${days.length * slot} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {days.map(({ seconds, usage }, index) => {
          const size = Math.round((usage / highest.usage) * height * 10) / 10;
          return (
            <rect key={seconds} className={styles.bar} x={index * slot + gap / 2} y={height - size} width={slot - gap} height={size} />
          );
        })}
      </svg>
      <div className={styles.ends}>
        <DateText seconds={days[0]?.seconds ?? 0} />
        <DateText seconds={days.at(-1)?.seconds ?? 0} />
      </div>
      <Disclosure title="View as table" nameSuffix={`, ${metricName(metric)}`}>
        <Table caption={`${metricName(metric)} per day`} isCaptionHidden columns={columnsOf(unitOf(metric))}>
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
