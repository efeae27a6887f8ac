import type { UsageRecord } from '#contract/types.ts';
import { formatNumber } from '#lib/number-text.ts';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { formatQuantity } from '#lib/quantities.ts';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { DailyChart } from './DailyChart.tsx';
import { dailySeries, egressByCause } from './daily-series.ts';
import { egressCauses, metricName } from './metric-names.ts';
import { ProjectLines } from './ProjectLines.tsx';
import { ProjectUsage } from './ProjectUsage.tsx';
import { useDailyUsage, useDayRange } from './use-usage.ts';
import styles from './Usage.module.css';

export function MetricDetails({ record }: { record: UsageRecord }) {
  const { metric } = record;
  const range = useDayRange();
  const daily = useDailyUsage(range);
  return (
    <div className={styles.details}>
      {daily.kind === 'loading' && <LoadingSheet lines={4} />}
      {daily.kind === 'failed' && (
        <ReadFailure subject={`daily usage of ${metricName(metric)}`} title="Failed to retrieve daily usage" failed={daily} />
      )}
      {daily.kind === 'ready' && (
        <>
          <DailyChart record={record} days={dailySeries(daily.data, metric, range)} />
          {metric === 'EGRESS' && <EgressCauses causes={egressByCause(daily.data)} />}
        </>
      )}
      <ProjectLines record={record} />
      <ProjectUsage record={record} />
    </div>
  );
}

function EgressCauses({ causes }: { causes: ReturnType<typeof egressByCause> }) {
  const total = causes.reduce((sum, [, bytes]) => sum + bytes, 0);
  if (total === 0) return null;
  return (
    <div>
      <h4 className={styles.subheading}>By cause</h4>
      <ul className={styles.shares}>
        {causes.map(([cause, bytes]) => (
          <li key={cause} className={styles.share}>
            <div>{egressCauses[cause] ?? cause}</div>
            <div className={styles.number}>{formatQuantity('EGRESS', bytes)}</div>
            <div className={styles.number}>{`${formatNumber((bytes / total) * 100, 1)}%`}</div>
          </li>
        ))}
      </ul>
    </div>
  );
}
