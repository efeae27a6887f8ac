import type { UsageRecord } from '#contract/types.ts';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { HydrationMarker } from '#billing/shared/page/HydrationMarker.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { AttentionList } from './AttentionList.tsx';
import { MetricUsage } from './MetricUsage.tsx';
import { metricGroup, metricGroups, metricName, type MetricGroup } from './metric-names.ts';
import { isWorthShowing, usageLevel } from './usage-level.ts';
import { useUsage } from './use-usage.ts';
import styles from './Usage.module.css';

/** Every metric of the running cycle against what the plan includes, in groups. */
export function UsageOverview() {
  const state = useUsage();
  return (
    <div className={styles.root} data-boundary="usage" aria-busy={state.kind === 'loading' || undefined}>
      {state.kind === 'loading' && <LoadingSheet lines={16} />}
      {state.kind === 'failed' && <ReadFailure subject="usage" title="Failed to retrieve usage" failed={state} />}
      {state.kind === 'ready' && (
        <>
          <AttentionList records={state.data} />
          {metricGroups.map((group) => (
            <Group key={group} group={group} records={state.data.filter(({ metric }) => metricGroup(metric) === group)} />
          ))}
        </>
      )}
      <HydrationMarker boundary="usage" />
    </div>
  );
}

function Group({ group, records }: { group: MetricGroup; records: readonly UsageRecord[] }) {
  const shown = records.filter(isWorthShowing);
  const unused = records.filter((record) => !isWorthShowing(record));
  if (shown.length === 0) return null;
  return (
    <SectionSheet id={`usage-${group.toLowerCase().replaceAll(' ', '-')}`} title={group} state={stateLine(shown)}>
      {shown.map((record) => (
        <MetricUsage key={record.metric} record={record} />
      ))}
      {unused.length > 0 && (
        <p className={styles.unused}>{`Not used in this cycle: ${unused.map(({ metric }) => metricName(metric)).join(', ')}.`}</p>
      )}
    </SectionSheet>
  );
}

function stateLine(records: readonly UsageRecord[]): string {
  const count = (level: ReturnType<typeof usageLevel>): number => records.filter((record) => usageLevel(record) === level).length;
  const words = [
    [count('over'), 'over what is included'],
    [count('approaching'), 'approaching it'],
  ] as const;
  const attention = words.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  if (attention.length > 0) return attention.join(', ');
  if (count('metered') < records.length) return 'Within what is included';
  return records.every(({ pricing_strategy: strategy }) => strategy === 'NONE') ? 'Not charged' : 'Charged by use';
}
