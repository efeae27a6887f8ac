import { useState } from 'react';
import type { UsageRecord } from '#contract/types.ts';
import { formatDate, formatDayOfYear } from '#lib/dates/format.ts';
import { formatPricedNumber, formatPricedQuantity } from '#lib/quantities.ts';
import { DateText } from '#ui/DateText/DateText.tsx';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { ScrollBox } from '#ui/Table/ScrollBox.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { OnDemand, onDemand } from '#billing/shared/page/on-demand.tsx';
import { useSearchPart } from '#billing/shared/page/use-panel.ts';
import { projectDays, type ProjectDays } from './daily-series.ts';
import { metricName } from './metric-names.ts';
import { projectOf, useDailyUsageOf, useDayRange } from './use-usage.ts';
import styles from './Usage.module.css';

const lineChart = onDemand(async () => (await import('#ui/LineChart/LineChart.tsx')).LineChart);

/** Maximum number of lines in the chart. The chart shows the projects with the highest usage. */
const mostLines = 5;

export function ProjectLines({ record }: { record: UsageRecord }) {
  const [isOpen, setIsOpen] = useState(false);
  const isOneProject = useSearchPart(projectOf) !== null;
  const projects = record.project_allocations.toSorted((a, b) => b.usage - a.usage).slice(0, mostLines);
  if (projects.length < 2 || isOneProject) return null;
  return (
    <Disclosure
      title="Day by day, a line per project"
      nameSuffix={`, ${metricName(record.metric)}`}
      isExpanded={isOpen}
      onExpandedChange={setIsOpen}
    >
      {isOpen && <Lines metric={record.metric} projects={projects} total={record.project_allocations.length} />}
    </Disclosure>
  );
}

interface LinesProps {
  readonly metric: string;
  readonly projects: UsageRecord['project_allocations'];
  readonly total: number;
}

function Lines({ metric, projects, total }: LinesProps) {
  const range = useDayRange();
  const daily = useDailyUsageOf(
    projects.map(({ ref }) => ref),
    range,
  );
  const name = `${metricName(metric)} per day and project`;
  if (daily.kind === 'failed')
    return (
      <ReadFailure subject={`daily usage by project of ${metricName(metric)}`} title="Failed to retrieve daily usage" failed={daily} />
    );
  if (daily.kind !== 'ready') return <LoadingSheet lines={6} />;
  const days = projectDays(daily.data, metric, range);
  return (
    <figure>
      {total > projects.length && (
        <figcaption className={styles.words}>{`The ${projects.length} projects with the highest usage.`}</figcaption>
      )}
      <LinesPicture {...{ name, metric, projects, days }} />
      <Disclosure title="View as table" nameSuffix={`, ${name}`}>
        <ScrollBox>
          <Table
            caption={name}
            isCaptionHidden
            isScrolled
            columns={[
              { id: 'day', header: 'Day' },
              ...projects.map((project) => ({ id: project.ref, header: project.name, align: 'money' as const })),
            ]}
          >
            <TableGroup>
              {days.map(({ seconds, usage }) => (
                <TableRow key={seconds} header={<DateText seconds={seconds} />}>
                  {projects.map((project, index) => (
                    <TableCell key={project.ref} align="money">
                      {formatPricedNumber(metric, usage[index] ?? 0)}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableGroup>
          </Table>
        </ScrollBox>
      </Disclosure>
    </figure>
  );
}

function LinesPicture({ name, metric, projects, days }: Omit<LinesProps, 'total'> & { name: string; days: readonly ProjectDays[] }) {
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed) return <p className={styles.words}>The chart could not be loaded. The table has the same numbers.</p>;
  return (
    <div className={styles.chart}>
      <OnDemand
        part={lineChart}
        isWanted
        isSilent
        onFailed={() => setHasFailed(true)}
        props={{
          label: name,
          series: projects.map((project) => project.name),
          points: days.map(({ seconds, usage }) => ({
            id: String(seconds),
            at: seconds,
            label: formatDayOfYear(seconds),
            words: `${formatDate(seconds)}: ${projects
              .map((project, index) => `${project.name} ${formatPricedQuantity(metric, usage[index] ?? 0)}`)
              .join(', ')}`,
            values: usage,
          })),
          tickWords: (usage) => formatPricedNumber(metric, usage),
        }}
      />
    </div>
  );
}
