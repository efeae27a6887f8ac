import { useState } from 'react';
import type { UsageRecord } from '#contract/types.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { ShowMore } from '#billing/shared/invoice-lines/ShowMore.tsx';
import { projectsPerPage, shownRowsText } from '#billing/shared/invoice-lines/use-project-rows.ts';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { formatPricedQuantity } from '#lib/quantities.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useSearchPart } from '#billing/shared/page/use-panel.ts';
import { metricName } from './metric-names.ts';
import { cycleOf, usageAddress } from './usage-cycles.ts';
import { projectOf } from './use-usage.ts';
import styles from './Usage.module.css';

export function ProjectUsage({ record: { metric, project_allocations: allocations } }: { record: UsageRecord }) {
  const [shown, setShown] = useState(projectsPerPage);
  const slug = useSlug();
  const cycle = useSearchPart(cycleOf);
  const isOneProject = useSearchPart(projectOf) !== null;
  if (allocations.length === 0 || isOneProject) return null;
  const projects = allocations.toSorted((a, b) => b.usage - a.usage);
  const rows = projects.slice(0, shown);
  const showMore = () => {
    const next = Math.min(shown + projectsPerPage, projects.length);
    setShown(next);
    announce(shownRowsText(next, projects.length));
  };
  return (
    <div>
      <h4 className={styles.subheading}>By project</h4>
      <ul className={styles.shares}>
        {rows.map(({ ref, name, usage }) => (
          <li key={ref} className={styles.share}>
            <bdi>
              <PageLink href={usageAddress(slug, { project: ref, cycle })} nameSuffix=", its usage only">
                {name}
              </PageLink>
            </bdi>
            <div className={styles.number}>{formatPricedQuantity(metric, usage)}</div>
          </li>
        ))}
      </ul>
      {projects.length > projectsPerPage && (
        <ShowMore projects={{ rows, total: projects.length, isLoading: false, failure: null, showMore }} subject={metricName(metric)} />
      )}
    </div>
  );
}
