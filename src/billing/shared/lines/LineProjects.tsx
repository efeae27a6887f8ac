import { addresses } from '#lib/addresses.ts';
import { formatUsageEntry } from '#billing/shared/quantities.ts';
import { Dollars } from '#billing/shared/Dollars.tsx';
import { PageLink } from '#billing/shared/PageLink.tsx';
import type { InvoiceLine } from './lines.ts';
import { ShowMore } from './ShowMore.tsx';
import { projectsPerPage, useProjectRows } from './use-project-rows.ts';
import styles from './Lines.module.css';

/** The projects with usage of a line, and each one's part of the amount. */
export function LineProjects({ line }: { line: InvoiceLine }) {
  const projects = useProjectRows([line]);
  return (
    <div>
      <p className={styles.label}>Projects with usage</p>
      <ul className={styles.projects}>
        {projects.rows.map(({ entry }) => (
          <li key={entry.ref || entry.name} className={styles.project}>
            <bdi>{entry.ref === '' ? entry.name : <PageLink href={addresses.project(entry.ref)}>{entry.name}</PageLink>}</bdi>
            <span>{formatUsageEntry(line.metric, entry)}</span>
            <span className={styles.part}>
              <Dollars amount={entry.amount} />
            </span>
          </li>
        ))}
      </ul>
      {projects.total > projectsPerPage && <ShowMore projects={projects} subject={line.description} />}
    </div>
  );
}
