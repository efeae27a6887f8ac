import { formatDate } from '#lib/dates/format.ts';
import { isAverage, metricMeaning } from '#lib/metric-meanings.ts';
import { fillText } from '#lib/texts/fill.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import { docAddresses, helpAddresses } from '#lib/addresses.ts';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { CheckNote } from './CheckNote.tsx';
import type { InvoiceLine } from './lines.ts';
import type { RecomputedLine } from './recompute.ts';
import { workingRows } from './working-rows.ts';
import { formatUsageEntry } from '#lib/quantities.ts';
import { Dollars } from './Dollars.tsx';
import { ShowMore } from './ShowMore.tsx';
import { projectsPerPage, useProjectRows } from './use-project-rows.ts';
import styles from './Lines.module.css';

export function LineWorking({ line, recomputed }: { line: InvoiceLine; recomputed: RecomputedLine | null }) {
  const slug = useSlug();
  const [what] = line.description.split(', ');
  const meaning = line.metric === null ? null : metricMeaning(line.metric);
  return (
    <div className={styles.working}>
      {recomputed && (
        <dl className={styles.steps}>
          {workingRows(line, recomputed).map(({ term, value }) => (
            <div key={`${term} ${value}`} className={styles.step}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className={styles.explanation}>
        {meaning !== null && <p>{meaning}</p>}
        {line.metric !== null && isAverage(line.metric) && (
          <p>
            <PageLink href={helpAddresses.usage(slug)}>Average so far on Usage</PageLink>
          </p>
        )}
        {line.unitPriceText !== null && <p>{line.unitPriceText}</p>}
        {line.description.includes(invoicesTexts.roomBelowLimit) && <p>{invoicesTexts.roomBelowLimitWhy}</p>}
        {line.priceBook !== null && <p>{fillText(invoicesTexts.priceBook, { version: line.priceBook })}</p>}
        {line.period && <p>{`${formatDate(line.period.start)} to ${formatDate(line.period.end)}`}</p>}
        {recomputed && <CheckNote line={line} recomputed={recomputed} />}
        {line.entries.length > 0 && <LineProjects line={line} />}
        {line.metric !== null && (
          <p>
            <TextLink href={docAddresses.metric(line.metric.toLowerCase().replaceAll('_', '-'))} opensInNewTab>
              {`How ${what} is measured and billed`}
            </TextLink>
          </p>
        )}
      </div>
    </div>
  );
}

function LineProjects({ line }: { line: InvoiceLine }) {
  const projects = useProjectRows([line]);
  return (
    <div>
      <p className={styles.label}>Projects with usage</p>
      <ul className={styles.projects}>
        {projects.rows.map(({ entry }) => (
          <li key={entry.ref || entry.name} className={styles.project}>
            <bdi>{entry.ref === '' ? entry.name : <PageLink href={helpAddresses.project(entry.ref)}>{entry.name}</PageLink>}</bdi>
            <div>{formatUsageEntry(line.metric, entry)}</div>
            <div className={styles.part}>
              <Dollars amount={entry.amount} />
            </div>
          </li>
        ))}
      </ul>
      {projects.total > projectsPerPage && <ShowMore projects={projects} subject={line.description} />}
    </div>
  );
}
