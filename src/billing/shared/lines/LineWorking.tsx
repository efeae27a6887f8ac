import { formatDate } from '#lib/dates/format.ts';
import { docAddresses } from '#lib/help-addresses.ts';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { CheckNote } from './CheckNote.tsx';
import type { InvoiceLine } from './lines.ts';
import { LineProjects } from './LineProjects.tsx';
import type { Recomputed } from './recompute.ts';
import { workingRows } from './working.ts';
import styles from './Lines.module.css';

/** A line in full: every step of its arithmetic, whether it holds, its projects, and where to read on. */
export function LineWorking({ line, recomputed }: { line: InvoiceLine; recomputed: Recomputed | null }) {
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
        {line.unitPriceText !== null && <p>{line.unitPriceText}</p>}
        {line.period && <p>{`${formatDate(line.period.start)} to ${formatDate(line.period.end)}`}</p>}
        {recomputed && <CheckNote line={line} recomputed={recomputed} />}
        {line.entries.length > 0 && <LineProjects line={line} />}
        {line.metric !== null && (
          <p>
            <TextLink href={docAddresses.metric(line.metric.toLowerCase().replaceAll('_', '-'))} opensInNewTab>
              {`How ${line.description} is measured and billed`}
            </TextLink>
          </p>
        )}
      </div>
    </div>
  );
}
