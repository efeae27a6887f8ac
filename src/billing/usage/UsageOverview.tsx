import type { UsageRecord } from '#contract/types.ts';
import { formatPricedQuantity } from '#lib/quantities.ts';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { HydrationMarker } from '#billing/shared/page/HydrationMarker.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { useSearchPart } from '#billing/shared/page/use-panel.ts';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { AttentionList } from './AttentionList.tsx';
import { CarriedUsage } from './CarriedUsage.tsx';
import { MetricUsage } from './MetricUsage.tsx';
import { metricGroup, metricGroups, metricName, type MetricGroup } from './metric-names.ts';
import { byAttention, byGroupAttention, isWorthShowing, usageLevel } from './usage-level.ts';
import { carriedId, cycleOf, earlierCycles, usageAddress, type EarlierCycle } from './usage-cycles.ts';
import { projectOf, useUsage } from './use-usage.ts';
import styles from './Usage.module.css';

export function UsageOverview() {
  const state = useUsage();
  const isRunning = useSearchPart(cycleOf) === null;
  const earlier = state.kind === 'ready' ? earlierCycles(state.data.cycles ?? []) : [];
  const carried = isRunning ? carriedCycles(earlier) : [];
  return (
    <div className={styles.root} data-boundary="usage" aria-busy={state.kind === 'loading' || undefined}>
      {state.kind === 'loading' && <LoadingSheet lines={16} />}
      {state.kind === 'failed' && <ReadFailure subject="usage" title="Failed to retrieve usage" failed={state} />}
      {state.kind === 'ready' && (
        <>
          <CarriedNotice cycles={carried} />
          <AttentionList records={state.data.usages} />
          {metricGroups
            .map((group) => ({ group, records: state.data.usages.filter(({ metric }) => metricGroup(metric) === group) }))
            .toSorted((one, other) => byGroupAttention(one.records, other.records))
            .map(({ group, records }) => (
              <Group key={group} group={group} records={records} />
            ))}
          {carried.map(({ cycle, title }) => (
            <CarriedUsage key={cycle.id} cycle={cycle} title={title} />
          ))}
        </>
      )}
      <HydrationMarker boundary="usage" />
    </div>
  );
}

export function EarlierCycles() {
  const slug = useSlug();
  const state = useUsage();
  const cycles = state.kind === 'ready' ? earlierCycles(state.data.cycles ?? []) : [];
  const project = useSearchPart(projectOf);
  const shown = useSearchPart(cycleOf);
  if (cycles.length === 0) return null;
  return (
    <div className={styles.earlier} data-print="never">
      <Disclosure title="Earlier cycles">
        <ul className={styles.cycles}>
          {cycles.map(({ id, interval, name }) => (
            <li key={id}>
              <PageLink href={usageAddress(slug, { project, cycle: interval })} {...(interval === shown && { 'aria-current': 'page' })}>
                {name}
              </PageLink>
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  );
}

interface Carried {
  readonly cycle: EarlierCycle;
  readonly title: string;
}

const carriedCycles = (cycles: readonly EarlierCycle[]): Carried[] =>
  cycles.flatMap((cycle) => (cycle.carriedTitle === null ? [] : [{ cycle, title: cycle.carriedTitle }]));

/** Notice about usage before a plan change. After the change, usage starts again at 0. */
function CarriedNotice({ cycles }: { cycles: readonly Carried[] }) {
  if (cycles.length === 0) return null;
  return (
    <Notice variant="info" title="Your next invoice also bills usage from before a plan change">
      <ul className={styles.cycles}>
        {cycles.map(({ cycle, title }) => (
          <li key={cycle.id}>
            <TextLink href={`#${carriedId(cycle)}`}>{title}</TextLink>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Group({ group, records }: { group: MetricGroup; records: readonly UsageRecord[] }) {
  const usedRecords = records.filter(({ usage }) => usage > 0).toSorted(byAttention);
  const unused = records.filter(({ usage }) => usage <= 0);
  if (!records.some(isWorthShowing)) return null;
  return (
    <SectionSheet id={`usage-${group.toLowerCase().replaceAll(' ', '-')}`} title={group} state={stateLine(usedRecords)}>
      {usedRecords.length > 0 && (
        <div className={styles.metrics}>
          {usedRecords.map((record) => (
            <MetricUsage key={record.metric} record={record} />
          ))}
        </div>
      )}
      {unused.length > 0 && <p className={styles.unused}>{`Not used in this cycle: ${unused.map(unusedName).join(', ')}.`}</p>}
    </SectionSheet>
  );
}

/** Name of a metric with its quota in the plan: 'Cached Egress (250.00 GB included)'. */
function unusedName(record: UsageRecord): string {
  const { metric, pricing_free_units: included = 0 } = record;
  return isWorthShowing(record) ? `${metricName(metric)} (${formatPricedQuantity(metric, included)} included)` : metricName(metric);
}

function stateLine(records: readonly UsageRecord[]): string {
  if (records.length === 0) return 'Not used';
  const count = (level: ReturnType<typeof usageLevel>): number => records.filter((record) => usageLevel(record) === level).length;
  const words = [
    [count('over'), 'over quota'],
    [count('approaching'), 'near quota'],
  ] as const;
  const attention = words.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  if (attention.length > 0) return attention.join(', ');
  if (count('metered') < records.length) return 'Within quota';
  return records.every(({ pricing_strategy: strategy }) => strategy === 'NONE') ? 'Not charged' : 'Charged by use';
}
